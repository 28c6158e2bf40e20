"""
The forest of one level and its expected improvement, beside SMAC's (new) or OpenBox's (old, the compiled forest of SMAC 3).

Forests are random, so the measure is Spearman's correlation over 500 candidates, and the bar is how well the peer agrees
with itself under another seed: ours must come within 0.05 of it. OpenBox leaves the variance within the leaves out
unless told otherwise, and so ranks by another uncertainty when points are few; it is told to count it, as ours does.
"""
from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from scipy import stats

import spaces
import study
from exchange import FlexHB
from table import Table

Prediction = tuple[np.ndarray, np.ndarray]  # mean and log expected improvement of each candidate
Peer = Callable[[np.ndarray, np.ndarray, np.ndarray, int], Prediction]  # of points, targets, candidates, seed
CANDIDATES = 500
SEEDS = 10
SLACK = 0.05


def smac(x: np.ndarray, y: np.ndarray, candidates: np.ndarray, seed: int) -> Prediction:
    from smac.acquisition.function import EI
    from smac.model.random_forest.random_forest import RandomForest

    forest = RandomForest(spaces.config_space(), seed=seed, n_jobs=1)
    forest.train(x, y)
    improvement = EI()
    improvement.update(model=forest, eta=float(y.min()))
    return forest.predict(candidates)[0].ravel(), improvement._compute(candidates).ravel()


def openbox(x: np.ndarray, y: np.ndarray, candidates: np.ndarray, seed: int) -> Prediction:
    from openbox.acquisition_function.acquisition import EI
    from openbox.surrogate.base.rf_with_instances import RandomForestWithInstances
    from openbox.utils.util_funcs import get_types

    types, bounds = get_types(spaces.config_space())
    forest = RandomForestWithInstances(types=types, bounds=bounds, seed=seed)
    forest.rf_opts.compute_law_of_total_variance = True  # Hutter et al. 2014
    forest.train(x, y)
    improvement = EI(model=forest)
    improvement.update(model=forest, eta=float(y.min()))
    return forest.predict(candidates)[0].ravel(), improvement._compute(candidates).ravel()


def flexhb(program: FlexHB, trials: list[dict], candidates: list[study.Configuration], seed: int) -> Prediction:
    """The samplers' forest of one level, targets of zero mean and unit deviation."""
    history = {"space": study.SPACE, "levels": study.LEVELS[-1:], "trials": trials}
    answer = program.ask("predict", candidates=candidates, seed=seed, **history)
    return np.array(answer["mean"]), np.array(answer["log_improvement"])


def agreement(some: list[Prediction], others: list[Prediction], part: int) -> float:
    """Mean correlation of ranks between predictions of different forests."""
    return mean_of_pairs(some, others, lambda a, b: stats.spearmanr(a[part], b[part]).statistic)


def overlap(some: list[Prediction], others: list[Prediction]) -> float:
    """Mean share of the 50 best candidates by expected improvement that both have."""

    def best(prediction: Prediction) -> set[int]:
        return set(np.argsort(-prediction[1])[:50].tolist())

    return mean_of_pairs(some, others, lambda a, b: len(best(a) & best(b)) / 50)


def mean_of_pairs(some: list[Prediction], others: list[Prediction], measure: Callable[[Prediction, Prediction], float]) -> float:
    """Over all pairs of two different forests."""
    return float(np.mean([measure(a, b) for a in some for b in others if a is not b]))


def compare(program: FlexHB, table: Table, name: str, peer: Peer, points: int) -> None:
    trials = study.trials({study.LEVELS[-1]: points}, seed=points)
    random = np.random.default_rng(6)
    candidates = [study.draw(random) for _ in range(CANDIDATES)]
    space = spaces.config_space()
    x = spaces.matrix(space, [trial["configuration"] for trial in trials])
    y = np.array([trial["values"][str(study.LEVELS[-1])] for trial in trials])
    y = ((y - y.mean()) / y.std()).reshape(-1, 1)
    asked = spaces.matrix(space, candidates)
    theirs = [peer(x, y, asked, seed) for seed in range(1, SEEDS + 1)]
    ours = [flexhb(program, trials, candidates, seed) for seed in range(1, SEEDS + 1)]
    for part, what in enumerate(("mean", "expected improvement")):
        us, itself = agreement(ours, theirs, part), agreement(theirs, theirs, part)
        what = f"forest of {points} points, {what}: rank correlation with {name}'s, and {name}'s with itself"
        table.row(what, us, itself, us > itself - SLACK, f"ours within {SLACK} of theirs")
    us, itself = overlap(ours, theirs), overlap(theirs, theirs)
    what = f"forest of {points} points, of the 50 best by improvement shared with {name}, and {name}'s with itself"
    table.row(what, us, itself, us > itself - 2 * SLACK, f"ours within {2 * SLACK} of theirs")
    worse = agreement(ours, [(-mean, -improvement) for mean, improvement in theirs], 0)
    table.row("forest: control, with the reversed ranking", worse, "-", worse < 0, "< 0")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("peer", choices=["smac", "openbox"])
    name = arguments.parse_args().peer
    table = Table(name)
    with FlexHB() as program:
        for points in (30, 100, 300):
            compare(program, table, {"smac": "SMAC", "openbox": "OpenBox"}[name], globals()[name], points)
    table.end()


if __name__ == "__main__":
    main()
