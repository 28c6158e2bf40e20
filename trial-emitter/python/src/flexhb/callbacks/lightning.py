"""For PyTorch Lightning, as `lightning` or `pytorch_lightning`.

    callback = FlexHBCallback(trial)
    trainer = Trainer(max_epochs=-1, callbacks=[callback], enable_checkpointing=False)
    trainer.fit(Module(**trial.params), data, ckpt_path=callback.checkpoint)

The metrics are those that the module logs (`self.log("val_loss", ...)`), with their values after the validation of an
epoch. In distributed training the first process communicates with the tuner, and all processes stop together.
"""
from __future__ import annotations

import pathlib
from typing import Any, Optional, Sequence

try:
    import lightning.pytorch as pl
except ImportError:
    import pytorch_lightning as pl

from .._trial import Trial
from ._common import picked

_FILE = "lightning.ckpt"


class FlexHBCallback(pl.Callback):  # type: ignore[misc]
    """Reports `trainer.callback_metrics`, or those in `metrics`, after each epoch of training."""

    def __init__(self, trial: Trial, metrics: Optional[Sequence[str]] = None, save: bool = True) -> None:
        self._trial = trial
        self._metrics = metrics
        self._save = save

    @property
    def checkpoint(self) -> Optional[str]:
        """The argument for `fit(ckpt_path=...)`; None when the trial starts."""
        begun = self._trial.checkpoint
        return None if begun is None else str(begun / _FILE)

    def on_train_epoch_end(self, trainer: Any, module: Any) -> None:
        epoch = trainer.current_epoch + 1
        # Every process takes part in saving, so it happens before the first one waits for the tuner.
        if self._save and trainer.world_size > 1:
            self._step_distributed(trainer, epoch)
            return
        go_on = self._trial.step(epoch, self._values(trainer), self._saver(trainer) if self._save else None)
        self._end_unless(go_on, trainer)

    def _step_distributed(self, trainer: Any, epoch: int) -> None:
        first = trainer.is_global_zero
        boundary = trainer.strategy.broadcast(first and self._trial.is_live and self._trial.is_boundary(epoch))
        folder = trainer.strategy.broadcast(str(self._trial.folder) if first and boundary else "")
        if boundary:
            self._saver(trainer)(pathlib.Path(folder))
        go_on = True
        if first:
            if boundary:
                self._trial.saved(epoch)
            go_on = self._trial.step(epoch, self._values(trainer))
        self._end_unless(trainer.strategy.broadcast(go_on), trainer)

    def _values(self, trainer: Any) -> Any:
        return picked(self._trial, trainer.callback_metrics, self._metrics)

    @staticmethod
    def _saver(trainer: Any) -> Any:
        return lambda folder: trainer.save_checkpoint(folder / _FILE)

    @staticmethod
    def _end_unless(go_on: bool, trainer: Any) -> None:
        if not go_on:
            trainer.should_stop = True
