"""For LightGBM; the resource is the boosting round.

    callback = flexhb_callback(trial, {"error": "validation-binary_error"})
    booster = lightgbm.train(params, data, num_boost_round=100_000, valid_sets=[held_out],
                             valid_names=["validation"], init_model=begun_model(trial), callbacks=[callback])

Give more rounds than the study trains: the callback ends the training.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional

import lightgbm
from lightgbm.callback import EarlyStopException

from .._trial import Trial
from ._common import picked

_MODEL = "model.txt"


def begun_model(trial: Trial) -> Optional[str]:
    """The argument for `train(init_model=...)`; None when the trial starts."""
    begun = trial.checkpoint
    return None if begun is None else str(begun / _MODEL)


def flexhb_callback(trial: Trial, metrics: Optional[Mapping[str, str]] = None) -> Callable[[Any], None]:
    """Reports the evaluation of each round as DATA-METRIC, or under other names: {reported: "validation-l2"}."""

    def after_iteration(env: Any) -> None:
        found: Dict[str, Any] = {f"{each[0]}-{each[1]}": each[2] for each in env.evaluation_result_list or []}
        values = found
        if metrics is not None:
            chosen = picked(trial, found, list(metrics.values()))
            values = {name: chosen[source] for name, source in metrics.items()}
        rounds = _rounds(trial, env)
        if not trial.step(rounds, values, lambda folder: env.model.save_model(str(folder / _MODEL))):
            raise EarlyStopException(env.iteration, env.evaluation_result_list or [])

    after_iteration.order = 40  # type: ignore[attr-defined]  # after the callbacks that record and log
    return after_iteration


def _rounds(trial: Trial, env: Any) -> int:
    """Rounds since the trial began: LightGBM continues the count of `init_model`."""
    if trial.start > 0 and env.begin_iteration != trial.start:
        raise ValueError(f"{trial} continues from round {trial.start}, but training began at {env.begin_iteration}:"
                         " give train(init_model=begun_model(trial))")
    return int(env.iteration) + 1


__all__ = ["begun_model", "flexhb_callback", "lightgbm"]
