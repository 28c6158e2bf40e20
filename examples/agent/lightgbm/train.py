#!/usr/bin/env python3
"""Boosted trees on the breast cancer data. It prints as LightGBM does, and cannot be resumed."""
import json
import sys

import lightgbm
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

with open(sys.argv[1], encoding="utf-8") as file:
    parameters = json.load(file)
data, labels = load_breast_cancer(return_X_y=True)
train, test, train_labels, test_labels = train_test_split(data, labels, test_size=0.4, random_state=0)
known = lightgbm.Dataset(train, train_labels)
lightgbm.train(
    {"objective": "binary", "metric": "auc", "verbose": -1, "num_threads": 1, "deterministic": True} | parameters,
    known,
    num_boost_round=int(sys.argv[2]),
    valid_sets=[known.create_valid(test, test_labels)],
    callbacks=[lightgbm.log_evaluation(1)],
)
