"""For the Trainer of Hugging Face transformers; the resource is an epoch, or a step of the optimizer.

    callback = FlexHBCallback(trial)
    trainer = Trainer(model=..., args=TrainingArguments(..., num_train_epochs=10_000, eval_strategy="epoch",
                      save_strategy="no"), callbacks=[callback])
    callback.train(trainer)

The metrics are those of the evaluation (`eval_loss` ...). Evaluations within an epoch, `eval_strategy="steps"`, need
`resource="step"`, or a study whose `resource.step` matches them. At a boundary the Trainer itself writes its
checkpoint, with optimizer and scheduler, and continues from it. Give more epochs than the study trains, and
always the same number: schedules depend on it.
"""
from __future__ import annotations

import pathlib
from typing import Any, Dict, Mapping, Optional, Sequence

import transformers

from .._trial import Trial
from ._common import picked


class FlexHBCallback(transformers.TrainerCallback):  # type: ignore[misc]
    """Reports after each evaluation. resource: `epoch` or `step`."""

    def __init__(self, trial: Trial, metrics: Optional[Sequence[str]] = None, resource: str = "epoch") -> None:
        if resource not in ("epoch", "step"):
            raise ValueError(f"resource {resource!r}: epoch or step")
        self._trial = trial
        self._metrics = metrics
        self._resource = resource
        self._trainer: Optional[Any] = None

    def train(self, trainer: Any) -> Any:
        """Trains the trial, from its checkpoint if it has one; returns the result of the Trainer."""
        self._trainer = trainer
        begun = self._trial.checkpoint
        return trainer.train(resume_from_checkpoint=None if begun is None else str(self._inner(begun)))

    def on_evaluate(self, args: Any, state: Any, control: Any, metrics: Optional[Mapping[str, Any]] = None,
                    **_: Any) -> None:
        at = self._at(args, state)
        found: Dict[str, Any] = {name: value for name, value in (metrics or {}).items() if name != "epoch"}
        if at <= self._trial.resource or not self._trial.is_live:
            return
        values = picked(self._trial, found, self._metrics)
        if not self._trial.step(at, values, self._write):
            control.should_training_stop = True

    def _at(self, args: Any, state: Any) -> Any:
        if self._resource == "step":
            return state.global_step
        strategy = getattr(args, "eval_strategy", None) or getattr(args, "evaluation_strategy", None)
        if getattr(strategy, "value", strategy) == "epoch":
            # An epoch whose last batches do not fill an optimizer step ends at 0.99.
            return round(float(state.epoch))
        return float(state.epoch)

    def _write(self, folder: pathlib.Path) -> None:
        if self._trainer is None:
            raise RuntimeError(f"{self._trial}: start the training with callback.train(trainer)")
        args = self._trainer.args
        before = args.output_dir
        args.output_dir = str(folder)
        try:
            self._trainer._save_checkpoint(self._trainer.model, trial=None)
        except TypeError:  # older versions
            self._trainer._save_checkpoint(self._trainer.model, trial=None, metrics=None)
        finally:
            args.output_dir = before

    @staticmethod
    def _inner(folder: pathlib.Path) -> pathlib.Path:
        return next(folder.glob("checkpoint-*"))
