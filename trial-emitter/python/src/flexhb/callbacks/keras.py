"""For Keras 3, with any backend.

    callback = FlexHBCallback(trial)
    model = callback.load() or build(trial.params)
    model.fit(x, y, epochs=10_000, initial_epoch=trial.start, validation_data=..., callbacks=[callback])

Give more epochs than the study trains: the callback ends the training. The complete model is saved, with the state of
its optimizer.
"""
from __future__ import annotations

import pathlib
from typing import Any, Mapping, Optional, Sequence

import keras

from .._trial import Trial
from ._common import picked

_MODEL = "model.keras"


class FlexHBCallback(keras.callbacks.Callback):  # type: ignore[misc]
    """Reports the logs of each epoch: `loss`, `val_loss` and so on, or those in `metrics`."""

    def __init__(self, trial: Trial, metrics: Optional[Sequence[str]] = None, save: bool = True) -> None:
        super().__init__()
        self._trial = trial
        self._metrics = metrics
        self._save = save

    def load(self, **options: Any) -> Optional[Any]:
        """The model from which the trial continues; None when it starts. Keras reads it in its safe mode."""
        begun = self._trial.checkpoint
        return None if begun is None else keras.saving.load_model(begun / _MODEL, **options)

    def on_epoch_end(self, epoch: int, logs: Optional[Mapping[str, Any]] = None) -> None:
        values = picked(self._trial, logs or {}, self._metrics)
        if not self._trial.step(epoch + 1, values, self._write if self._save else None):
            self.model.stop_training = True

    def _write(self, folder: pathlib.Path) -> None:
        self.model.save(folder / _MODEL)
