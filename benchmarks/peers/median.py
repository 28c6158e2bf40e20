"""
The median rule, beside Optuna's and Syne Tune's.

Ours is the published one (Golovin et al. 2017): stop when the best value so far is strictly worse than the median of the
running means of completed trials. Optuna compares with the median of the raw values at that step, and Syne Tune with the
running means of all trials, its own included. So each is told what makes its rule ours, and must then decide as ours
does, trial by trial; what it decides on the raw values is compared as well, and each difference explained.
"""
from __future__ import annotations

from datetime import datetime
from statistics import median

import numpy as np
import optuna
from optuna.trial import TrialState, create_trial
from syne_tune.backend.trial_status import Trial
from syne_tune.optimizer.scheduler import SchedulerDecision
from syne_tune.optimizer.schedulers.median_stopping_rule import MedianStoppingRule

from exchange import FlexHB
from table import Table

Curve = list[float]
CASES = 400
GRACE = 1
MIN_COMPLETED = 3


def curves(random: np.random.Generator, count: int, length: int) -> list[Curve]:
    """Falling with noise; some cross."""
    steps = np.arange(1, length + 1)
    made = []
    for _ in range(count):
        end, start, speed = random.random(), 1 + random.random(), random.uniform(0.2, 1.5)
        made.append((end + start * steps**-speed + 0.1 * random.normal(size=length)).tolist())
    return made


def running_means(curve: Curve) -> Curve:
    return (np.cumsum(curve) / np.arange(1, len(curve) + 1)).tolist()


def optuna_stops(own: Curve, completed: list[Curve]) -> bool:
    """Whether Optuna prunes a trial after the last of its values; steps count from 1."""
    pruner = optuna.pruners.MedianPruner(n_startup_trials=MIN_COMPLETED, n_warmup_steps=GRACE + 1)
    study = optuna.create_study(direction="minimize", pruner=pruner)
    for curve in completed:
        study.add_trial(create_trial(value=curve[-1], intermediate_values=dict(enumerate(curve, 1))))
    study.add_trial(create_trial(state=TrialState.RUNNING, intermediate_values=dict(enumerate(own, 1))))
    return pruner.prune(study, study.trials[-1])


def optuna_rows(flexhb: FlexHB, table: Table) -> None:
    random = np.random.default_rng(4)
    same = stopped = disagree = explained = 0
    for _ in range(CASES):
        length = int(random.integers(1, 12))
        completed = curves(random, int(random.integers(1, 12)), 12)
        own = curves(random, 1, length)[0]
        ours = flexhb.ask("median", own=own, completed=completed, min_completed=MIN_COMPLETED, grace_levels=GRACE)
        same += ours["stop"] == optuna_stops(own, [running_means(curve) for curve in completed])
        stopped += ours["stop"]
        raw = optuna_stops(own, completed)
        if raw != ours["stop"]:
            disagree += 1
            ends = sorted([float(ours["median"]), median(curve[length - 1] for curve in completed)])
            explained += ends[0] <= min(own) <= ends[1]
    table.row(f"median: decisions of {CASES} like Optuna's MedianPruner told running means", same, CASES, same == CASES, "all")
    table.row("median: control, stopped among them", stopped, "-", 40 < stopped < CASES - 40, "neither few nor all")
    table.row(
        "median: decisions unlike Optuna's on raw values",
        disagree,
        f"{explained} explained",
        disagree == explained,
        "all explained: the best value lies between the two medians",
    )


class GoOn:
    """The scheduler inside Syne Tune's rule; lets every trial continue."""

    def on_trial_result(self, trial: Trial, result: dict[str, float]) -> str:
        return SchedulerDecision.CONTINUE


def syne_tune_stops(newcomer: float, others: list[float]) -> bool:
    """Whether Syne Tune stops the last of these values at one step."""
    rule = MedianStoppingRule(
        GoOn(), time_attr="step", metric="loss", running_average=False, grace_time=None, grace_population=MIN_COMPLETED + 1
    )
    decision = SchedulerDecision.CONTINUE
    for number, value in enumerate([*others, newcomer]):
        trial = Trial(trial_id=number, config={}, creation_time=datetime(2026, 1, 1))
        decision = rule.on_trial_result(trial, {"loss": value, "step": 1})
    return decision == SchedulerDecision.STOP


def syne_tune_rows(flexhb: FlexHB, table: Table) -> None:
    """Told our running means and our best value; its rank counts the newcomer, which spares one place when the number is odd."""
    random = np.random.default_rng(5)
    same = disagree = explained = 0
    for _ in range(CASES):
        length = int(random.integers(2, 12))
        completed = curves(random, int(random.integers(3, 12)), 12)
        own = curves(random, 1, length)[0]
        means = sorted(running_means(curve)[length - 1] for curve in completed)
        ours = flexhb.ask("median", own=own, completed=completed, min_completed=MIN_COMPLETED, grace_levels=GRACE)["stop"]
        theirs = syne_tune_stops(min(own), means)
        same += ours == theirs
        if ours != theirs:
            disagree += 1
            better = sum(mean < min(own) for mean in means)
            explained += ours and better == (len(means) + 1) // 2
    table.row(
        f"median: decisions of {CASES} like Syne Tune's, and unlike",
        f"{same} {disagree}",
        f"{explained} explained",
        disagree == explained,
        "all explained: ours stops, just beyond the middle, since Syne Tune's rank counts the trial itself",
    )


def main() -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    table = Table("optuna", "syne-tune")
    with FlexHB() as flexhb:
        optuna_rows(flexhb, table)
        syne_tune_rows(flexhb, table)
    table.end()


if __name__ == "__main__":
    main()
