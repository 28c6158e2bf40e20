#!/usr/bin/env python3
"""Boosted trees on the breast cancer data, continued from a saved model, as XGBoost can."""
import os
import sys

import xgboost
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

eta, depth = float(sys.argv[1]), int(sys.argv[2])
data, labels = load_breast_cancer(return_X_y=True)
train, test, train_labels, test_labels = train_test_split(data, labels, test_size=0.4, random_state=0)
begin, until = int(os.environ["FLEXHB_FROM"]), int(os.environ["FLEXHB_UNTIL"])
saved = os.environ.get("FLEXHB_CHECKPOINT")
model = xgboost.train(
    {"objective": "binary:logistic", "eval_metric": "logloss", "eta": eta, "max_depth": depth, "nthread": 1},
    xgboost.DMatrix(train, train_labels),
    until - begin,
    evals=[(xgboost.DMatrix(test, test_labels), "validation")],
    xgb_model=saved and os.path.join(saved, "model.json"),
)
model.save_model(os.path.join(os.environ["FLEXHB_FOLDER"], "model.json"))
