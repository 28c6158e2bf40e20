"""
Asynchronous promotion, beside Optuna's and Syne Tune's rule for a trial that arrives at a rung, and beside the
published algorithm (Li et al. 2020, Alg. 2) written down again.
"""
from __future__ import annotations

import numpy as np
import optuna
from syne_tune.optimizer.scheduler import SchedulerDecision
from syne_tune.optimizer.schedulers.asha import Bracket

from exchange import FlexHB
from table import Table

ARRIVALS = 300


def optuna_goes_on(values: list[float], eta: int) -> list[bool]:
    pruner = optuna.pruners.SuccessiveHalvingPruner(min_resource=1, reduction_factor=eta)
    study = optuna.create_study(direction="minimize", pruner=pruner)
    decisions = []
    for value in values:
        trial = study.ask()
        trial.report(value, 1)
        pruned = trial.should_prune()
        study.tell(trial, None if pruned else value, optuna.trial.TrialState.PRUNED if pruned else None)
        decisions.append(not pruned)
    return decisions


def syne_tune_goes_on(values: list[float], eta: int) -> list[bool]:
    bracket = Bracket(1, eta**3, eta, 0)
    return [bracket.on_result(i, 1, {"loss": value}) != SchedulerDecision.STOP for i, value in enumerate(values)]


def published(values: list[float], eta: int) -> list[list[int]]:
    """Who goes on after each arrival: the best of the top 1/eta that has not, and again while there is one."""
    gone: set[int] = set()
    decisions = []
    for n in range(1, len(values) + 1):
        top = sorted(range(n), key=lambda i: values[i])[: max(1, n // eta)]
        now = [i for i in top if i not in gone]
        gone.update(now)
        decisions.append(now)
    return decisions


def compare(flexhb: FlexHB, table: Table, eta: int) -> None:
    values = np.random.default_rng(eta).permutation(ARRIVALS).astype(float).tolist()
    answer = flexhb.ask("asha", values=values, eta=eta)
    arriving, promoted = answer["arriving"], answer["promoted"]
    theirs = optuna_goes_on(values, eta)
    name = f"asha, eta = {eta}"
    same = sum(a == b for a, b in zip(arriving, theirs))
    table.row(f"{name}: arrivals of {ARRIVALS} that may go on, like Optuna's", sum(arriving), sum(theirs), same == ARRIVALS, "one by one equal")
    theirs = syne_tune_goes_on(values, eta)
    differing = [n for n in range(ARRIVALS) if arriving[n] != theirs[n]]
    rank = [1 + sum(value < values[n] for value in values[:n]) for n in range(ARRIVALS)]
    explained = [n for n in differing if theirs[n] and rank[n] == (n + 1) // eta + 1]
    table.row(
        f"{name}: like Syne Tune's",
        sum(arriving),
        sum(theirs),
        differing == explained,
        f"one by one, but for {len(differing)}: Syne Tune counts ranks from 0, so lets one more place go on",
    )
    expected = published(values, eta)
    table.row(f"{name}: promoted after each arrival, like Algorithm 2", sum(map(len, promoted)), sum(map(len, expected)), promoted == expected, "one by one equal")


def main() -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    table = Table("optuna", "syne-tune")
    with FlexHB() as flexhb:
        for eta in (2, 3, 4):
            compare(flexhb, table, eta)
    table.end()


if __name__ == "__main__":
    main()
