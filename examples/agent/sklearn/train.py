#!/usr/bin/env python3
"""A multilayer perceptron on handwritten digits. It prints one line per epoch and does not use FlexHB."""
import argparse

from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.001)
parser.add_argument("--units", type=int, default=32)
parser.add_argument("--epochs", type=int, default=9)
options = parser.parse_args()

images, digits = load_digits(return_X_y=True)
train, test, train_digits, test_digits = train_test_split(images / 16, digits, test_size=0.3, random_state=0)
model = MLPClassifier((options.units,), learning_rate_init=options.lr, random_state=0)
for epoch in range(1, options.epochs + 1):
    model.partial_fit(train, train_digits, classes=range(10))
    print(f"Epoch {epoch}/{options.epochs} loss: {model.loss_:.5f} - val_accuracy: {model.score(test, test_digits):.5f}")
