"""For XGBoost; the resource is the boosting round.

    callback = FlexHBCallback(trial, {"error": "validation-error"})
    booster = xgboost.train(params, data, num_boost_round=100_000, evals=[(held_out, "validation")],
                            xgb_model=callback.model, callbacks=[callback])

Give more rounds than the study trains: the callback ends the training.
"""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

import xgboost

from .._trial import Trial
from ._common import picked

_MODEL = "model.ubj"


class FlexHBCallback(xgboost.callback.TrainingCallback):  # type: ignore[misc]
    """Reports the evaluation of each round as DATA-METRIC, or under other names: {reported: "validation-error"}."""

    def __init__(self, trial: Trial, metrics: Optional[Mapping[str, str]] = None) -> None:
        super().__init__()
        self._trial = trial
        self._metrics = metrics

    @property
    def model(self) -> Optional[Any]:
        """The argument for `train(xgb_model=...)`; None when the trial starts."""
        begun = self._trial.checkpoint
        return None if begun is None else xgboost.Booster(model_file=str(begun / _MODEL))

    def after_iteration(self, model: Any, epoch: int, evals_log: Mapping[str, Mapping[str, Any]]) -> bool:
        found: Dict[str, Any] = {}
        for data, logs in evals_log.items():
            for metric, values in logs.items():
                newest = values[-1]
                found[f"{data}-{metric}"] = newest[0] if isinstance(newest, tuple) else newest
        values = found
        if self._metrics is not None:
            chosen = picked(self._trial, found, list(self._metrics.values()))
            values = {name: chosen[source] for name, source in self._metrics.items()}
        rounds = model.num_boosted_rounds()
        return not self._trial.step(rounds, values, lambda folder: model.save_model(str(folder / _MODEL)))
