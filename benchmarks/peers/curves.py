"""
The curve rule: the eleven families of Domhan et al. 2015 (table 1) written down again and fitted by SciPy, weighted by
Akaike's criterion, on noisy curves from some of them. Peers' packages have no such rule any more.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import least_squares

from exchange import FlexHB
from table import Table

R = 27
CURVES = 120
LEVELS = np.arange(3, 16, dtype=float)  # seen so far
NEAR = 0.02

exp, log = np.exp, np.log
FAMILIES: list[tuple[Callable[..., np.ndarray], tuple[float, ...]]] = [  # with where the fit starts
    (lambda x, a, b, c: exp(a + b / x + c * log(x)), (-0.6, -0.6, 0.1)),
    (lambda x, c, a, k: c - a * x**-k, (0.8, 0.5, 0.5)),
    (lambda x, a, b: log(a * log(x) + b), (0.3, 1.6)),
    (lambda x, m, n, k: m * x**n / (k**n + x**n), (0.8, 1, 1)),
    (lambda x, a, b, c: a / (1 + (x / exp(b)) ** c), (0.8, 0.5, -1)),
    (lambda x, c, a, b, k: c - (a * x + b) ** -k, (0.8, 1, 1, 1)),
    (lambda x, a, b, k, d: a - (a - b) / (1 + (k * x) ** d), (0.8, 0.2, 0.5, 1)),
    (lambda x, c, a, k, b: c - exp(-a * x**k + b), (0.8, 0.5, 0.5, 0)),
    (lambda x, a, b, k, d: a - (a - b) * exp(-k * x**d), (0.8, 0.2, 0.5, 1)),
    (lambda x, a, b, k, d: a - (a - b) * exp(-((k * x) ** d)), (0.8, 0.2, 0.5, 1)),
    (lambda x, c, a: c - a / log(x + 1), (0.8, 0.3)),
]


def expected(scores: np.ndarray) -> float:
    """The weighted prediction at R."""
    x, end, n = LEVELS / LEVELS[0], R / LEVELS[0], len(scores)
    predictions, criteria = [], []
    for family, start in FAMILIES:
        fit = least_squares(residuals, start, args=(family, x, scores), method="lm", max_nfev=2000)
        at_end = family(np.array(end), *fit.x)
        if np.isfinite(at_end):
            predictions.append(min(1.0, max(0.0, float(at_end))))
            criteria.append(n * log(max(1e-10, 2 * fit.cost / n)) + 2 * len(start))
    weights = exp(-0.5 * (np.array(criteria) - min(criteria)))
    return float(weights @ predictions / weights.sum())


def residuals(p: np.ndarray, family: Callable[..., np.ndarray], x: np.ndarray, scores: np.ndarray) -> np.ndarray:
    return np.nan_to_num(family(x, *p) - scores, nan=10, posinf=10, neginf=-10)


def curve(random: np.random.Generator, resource: np.ndarray) -> np.ndarray:
    """A quality that rises towards its end by a power or an exponential."""
    end, start, speed = random.uniform(0.5, 0.95), random.uniform(0.1, 0.4), random.uniform(0.3, 1.5)
    shape = resource**-speed if random.random() < 0.5 else exp(-0.2 * speed * resource)
    return end - (end - start) * shape


def judge(flexhb: FlexHB, scores: np.ndarray, best: float, seed: int) -> dict[str, Any]:
    resources = LEVELS.astype(int).tolist()
    return flexhb.ask("curve", resources=resources, scores=scores.tolist(), max_resource=R, best=best, seed=seed)


def main() -> None:
    warnings.simplefilter("ignore")
    table = Table("scipy")
    random = np.random.default_rng(5)
    near, stopped, error = 0, [0, 0], []
    with FlexHB() as flexhb:
        for number in range(CURVES):
            whole = curve(random, np.append(LEVELS, R))
            scores = np.clip(whole[:-1] + 0.003 * random.normal(size=len(LEVELS)), 0, 1)
            below, above = (judge(flexhb, scores, min(1.0, whole[-1] + gap), number) for gap in (-0.1, 0.1))
            near += abs(above["expected"] - expected(scores)) < NEAR
            error.append(abs(above["expected"] - whole[-1]))
            stopped[0] += below["stop"]
            stopped[1] += above["stop"]
    table.row(f"curve rule: predictions of {CURVES} within {NEAR} of SciPy's fits", near, CURVES, near >= 0.95 * CURVES, "95 %")
    table.row("curve rule: median error of the prediction at R", float(np.median(error)), 0.003, np.median(error) < 0.01, "< 0.01; noise is 0.003")
    table.row("curve rule: stopped when the best is 0.1 below the true end", stopped[0], 0, stopped[0] <= 0.05 * CURVES, "at most 5 %")
    table.row("curve rule: stopped when the best is 0.1 above the true end", stopped[1], CURVES, stopped[1] >= 0.8 * CURVES, "at least 80 %")
    table.end()


if __name__ == "__main__":
    main()
