import importlib.util
import os

import numpy
import pytest

if not any(importlib.util.find_spec(each) for each in ("tensorflow", "jax", "torch")):
    pytest.skip("Keras has no backend here", allow_module_level=True)
if importlib.util.find_spec("tensorflow") is None:
    os.environ.setdefault("KERAS_BACKEND", "jax" if importlib.util.find_spec("jax") else "torch")
keras = pytest.importorskip("keras")

from flexhb.callbacks.keras import FlexHBCallback  # noqa: E402


def build():
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(4, activation="relu"),
                              keras.layers.Dense(1)])
    model.compile(optimizer=keras.optimizers.Adam(0.05), loss="mse")
    return model


def test_should_train_on_from_the_checkpoint_as_if_it_had_never_stopped(one_trial):
    random = numpy.random.default_rng(7)
    x = random.normal(size=(64, 3)).astype("float32")
    y = x @ numpy.array([[1.0], [-2.0], [0.5]], dtype="float32")
    options = {"batch_size": 16, "shuffle": False, "validation_data": (x, y), "verbose": 0}
    printed = []

    def train(trial):
        callback = FlexHBCallback(trial, ["val_loss"])
        model = callback.load() or build()
        log = model.fit(x, y, epochs=1000, initial_epoch=trial.start, callbacks=[callback], **options)
        printed.extend(log.history["val_loss"])

    one_trial.train(train)

    assert [one_trial.reports[at]["val_loss"] for at in range(1, 7)] == printed
    whole = build().fit(x, y, epochs=6, **options).history["val_loss"]
    assert printed == pytest.approx(whole, rel=1e-3)
