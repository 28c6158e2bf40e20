"""
BOHB's densities, beside HpBandSter's own generator: the split, the bandwidths, and where suggestions fall.

Two faults of HpBandSter with categorical parameters are repaired before densities and suggestions are compared: its
kernel takes the number of categories from the data, so that a category which none of the good trials has is as likely
as if there were fewer (see its own comment on infinite values), and its bandwidth may exceed (c - 1) / c, beyond which
the kernel prefers what was not seen.
"""
from __future__ import annotations

import functools
import logging
from types import SimpleNamespace

import numpy as np
from hpbandster.optimizers.config_generators.bohb import BOHB
from scipy import stats
from statsmodels.nonparametric import _kernel_base

import spaces
import study
from exchange import FlexHB
from table import Table

SUGGESTIONS = 600
CATEGORIES = 3  # of the only categorical parameter
ALIKE = 0.001  # the p-value below which two samples are not of one distribution


def peer(trials: list[dict]) -> BOHB:
    """HpBandSter told of the history, lower levels first, and never drawing at random."""
    bohb = BOHB(spaces.config_space(), random_fraction=0, logger=logging.getLogger("hpbandster"))
    for level in study.LEVELS:
        for trial in trials:
            loss = trial["values"].get(str(level))
            if loss is not None:
                kwargs = {"budget": level, "config": trial["configuration"]}
                bohb.new_result(SimpleNamespace(id=(0, 0, 0), exception=None, kwargs=kwargs, result={"loss": loss}))
    return bohb


def sample_of(configurations: list[study.Configuration], column: int) -> list[float]:
    return [study.unit(configuration)[column] for configuration in configurations]


def p_value(one: list[float], other: list[float], column: int) -> float:
    """That both are samples of one distribution: Kolmogorov-Smirnov, chi-square for categories."""
    choices = study.SPACE[column].get("choices")
    if choices is None:
        return float(stats.ks_2samp(one, other).pvalue)
    counts = np.array([[values.count(k) for k in range(len(choices))] for values in (one, other)])
    return float(stats.chi2_contingency(counts[:, counts.sum(axis=0) > 0]).pvalue)


def compare(flexhb: FlexHB, table: Table, counts: dict[int, int], seed: int) -> None:
    name = f"history {seed}"
    trials = study.trials(counts, seed)
    theirs = peer(trials)
    level = theirs.largest_budget_with_model()
    models = theirs.kde_models[level]
    history = {"space": study.SPACE, "levels": study.LEVELS, "trials": trials, "n": SUGGESTIONS, "seed": seed}
    ours = flexhb.ask("suggest", sampler="bohb", switches={"randomFraction": "0"}, **history)
    why = ours["explanation"]
    table.row(f"{name}: level of the densities", why["levels"], level, float(why["levels"]) == level, "equal")
    split = [int(why["good"]), int(why["bad"])]
    their_split = [len(models["good"].data), len(models["bad"].data)]
    alike = split[0] == their_split[0] and split[1] - their_split[1] in (0, 1)
    table.row(f"{name}: good and bad", split, their_split, alike, "equal, but their 85 % is rounded down and may lose the worst")
    for kind, model in models.items():
        densities(flexhb, table, f"{name}: {kind}", model)
    np.random.seed(seed)
    suggested = [theirs.get_config(level)[0] for _ in range(SUGGESTIONS)]
    random = np.random.default_rng(seed)
    uniform = [study.draw(random) for _ in range(SUGGESTIONS)]
    controls = []
    for column, parameter in enumerate(study.SPACE):
        our_values = sample_of(ours["suggestions"], column)
        p = p_value(our_values, sample_of(suggested, column), column)
        controls.append(p_value(our_values, sample_of(uniform, column), column))
        table.row(
            f"{name}: where {parameter['name']} falls, mean of {SUGGESTIONS}",
            float(np.mean(our_values)),
            float(np.mean(sample_of(suggested, column))),
            p > ALIKE,
            f"one distribution, p > {ALIKE} (p = {p:.2g})",
        )
    table.row(f"{name}: control, ours and uniform", min(controls), "-", min(controls) < 1e-9, "p < 1e-9, they differ")


def cap(model: object) -> np.ndarray:
    """The bandwidth of a category with which the kernel is uniform."""
    return np.array([(CATEGORIES - 1) / CATEGORIES if kind == "u" else np.inf for kind in model.data_type])


def densities(flexhb: FlexHB, table: Table, name: str, model: object) -> None:
    """The peer's points given to ours: bandwidths and density."""
    kinds = [CATEGORIES if kind == "u" else 0 for kind in model.data_type]
    x = np.random.default_rng(1).random((200, len(kinds)))
    for column, categories in enumerate(kinds):
        if categories:
            x[:, column] = np.floor(x[:, column] * categories)
    answer = flexhb.ask("density", points=model.data.tolist(), categories=kinds, x=x.tolist())
    expected = np.minimum(model.bw, cap(model))
    error = float(np.max(np.abs(np.array(answer["bandwidths"]) / expected - 1)))
    table.row(f"{name}, bandwidths", answer["bandwidths"], list(map(float, model.bw)), error < 1e-9, "equal to 1e-9, categories capped")
    model.bw = expected
    gap = float(np.max(np.abs(np.array(answer["log"]) - np.log(model.pdf(x)))))
    table.row(f"{name}, log density at 200 points, largest difference", gap, "-", gap < 1e-6, "< 1e-6")


def main() -> None:
    logging.disable(logging.WARNING)
    kernels = _kernel_base.kernel_func
    kernels["aitchisonaitken"] = functools.partial(kernels["aitchisonaitken"], num_levels=CATEGORIES)
    table = Table("hpbandster", "ConfigSpace", "statsmodels")
    with FlexHB() as flexhb:
        compare(flexhb, table, {1: 450, 3: 400, 9: 5}, seed=1)
        compare(flexhb, table, {1: 100, 3: 40, 9: 20, 27: 4}, seed=2)
        compare(flexhb, table, {1: 50}, seed=3)
    table.end()


if __name__ == "__main__":
    main()
