"""Kendall's tau, expected improvement and Sobol points beside SciPy; random draws beside the uniform distribution."""
from __future__ import annotations

import numpy as np
from scipy import integrate, stats
from scipy.stats import qmc

import study
from exchange import FlexHB
from table import Table


def tau_a(x: np.ndarray, y: np.ndarray) -> float:
    """
    SciPy's tau-b has ties taken out of both denominators, ours is tau-a and leaves them in: all pairs, whether tied or
    not.
    """
    pairs = len(x) * (len(x) - 1) / 2
    untied = [pairs - sum(k * (k - 1) / 2 for k in np.unique(v, return_counts=True)[1]) for v in (x, y)]
    return float(stats.kendalltau(x, y).statistic * np.sqrt(untied[0] * untied[1]) / pairs)


def tau(flexhb: FlexHB, table: Table) -> None:
    random = np.random.default_rng(2)
    for name, values in [("without ties", 10_000), ("with ties", 5)]:
        worst = 0.0
        for _ in range(200):
            n = int(random.integers(3, 60))
            x = random.integers(0, values, n).astype(float)
            y = np.round(x + random.normal(size=n) * random.random() * values)
            if len(set(x)) > 1 and len(set(y)) > 1:
                worst = max(worst, abs(flexhb.ask("tau", x=x.tolist(), y=y.tolist())["tau"] - tau_a(x, y)))
        table.row(f"tau-a of 200 samples {name} like SciPy's, largest difference", worst, "-", worst < 1e-12, "< 1e-12")


def improvement(flexhb: FlexHB, table: Table) -> None:
    """Against the integral that it is, with SciPy's normal density."""
    random = np.random.default_rng(3)
    mean, deviation = random.normal(size=60), np.exp(random.normal(size=60))
    ours = flexhb.ask("improvement", mean=mean.tolist(), variance=(deviation**2).tolist(), incumbent=-0.5)["log"]
    theirs = []
    for m, s in zip(mean, deviation):
        density = stats.norm(m, s).pdf
        theirs.append(np.log(integrate.quad(lambda f: (-0.5 - f) * density(f), m - 40 * s, -0.5, points=[m - 5 * s], epsabs=0)[0]))
    worst = float(np.max(np.abs(np.array(ours) - theirs)))
    table.row("log expected improvement of 60 normals like SciPy's integral, largest difference", worst, "-", worst < 1e-6, "< 1e-6")


def sobol(flexhb: FlexHB, table: Table) -> None:
    """Ours is shifted by the study's random point, which is what its first point is, since the sequence begins with 0."""
    for dimensions in (1, 2, 5, 10, 20):
        space = [{"name": f"x{i:02}", "type": "double", "low": 0.0, "high": 1.0} for i in range(dimensions)]
        history = {"space": space, "levels": [1], "trials": []}
        suggestions = flexhb.ask("suggest", sampler="sobol", n=1024, seed=7, **history)["suggestions"]
        ours = np.array([[suggestion[parameter["name"]] for parameter in space] for suggestion in suggestions])
        theirs = qmc.Sobol(dimensions, scramble=False).random(1024)
        gap = np.abs((ours - ours[0]) % 1 - theirs)
        worst = float(np.max(np.minimum(gap, 1 - gap)))
        name = f"first 1024 Sobol points in {dimensions} dimensions like SciPy's, largest difference"
        table.row(name, worst, "-", worst < 1e-12, "< 1e-12")


def uniform(flexhb: FlexHB, table: Table) -> None:
    history = {"space": study.SPACE, "levels": [1], "trials": []}
    drawn = flexhb.ask("suggest", sampler="random", n=2000, seed=8, **history)["suggestions"]
    for column, parameter in enumerate(study.SPACE):
        values = [study.unit(configuration)[column] for configuration in drawn]
        if parameter["type"] == "categorical":
            p = stats.chisquare([values.count(k) for k in range(len(parameter["choices"]))]).pvalue
        elif parameter["type"] == "int":  # one value per integer: at most as uniform as another such sample
            other = np.random.default_rng(9)
            p = stats.ks_2samp(values, [study.unit(study.draw(other))[column] for _ in range(2000)]).pvalue
        else:
            p = stats.kstest(values, "uniform").pvalue
        table.row(f"random draws of {parameter['name']}, uniform on its scale, p", float(p), "-", p > 0.001, "p > 0.001")


def main() -> None:
    table = Table("scipy")
    with FlexHB() as flexhb:
        tau(flexhb, table)
        improvement(flexhb, table)
        sobol(flexhb, table)
        uniform(flexhb, table)
    table.end()


if __name__ == "__main__":
    main()
