"""A made-up study that every tuner can be told: a space, configurations, and their values at some levels."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

Configuration = dict[str, Any]

SPACE: list[dict[str, Any]] = [
    {"name": "learning_rate", "type": "double", "low": 1e-5, "high": 1e-1, "log": True},
    {"name": "momentum", "type": "double", "low": 0.0, "high": 0.99},
    {"name": "dropout", "type": "double", "low": 0.0, "high": 0.8},
    {"name": "units", "type": "int", "low": 8, "high": 512, "log": True},
    {"name": "activation", "type": "categorical", "choices": ["relu", "tanh", "gelu"]},
]
LEVELS = [1, 3, 9, 27]


def unit(configuration: Configuration) -> list[float]:
    """The configuration as numbers in [0, 1]; a category is its index."""
    return [_unit(parameter, configuration[parameter["name"]]) for parameter in SPACE]


def _unit(parameter: dict[str, Any], value: Any) -> float:
    if parameter["type"] == "categorical":
        return float(parameter["choices"].index(value))
    low, high = parameter["low"], parameter["high"]
    if parameter["type"] == "int":  # values sit in the middle of their share of the scale
        low, high = low - 0.5, high + 0.5
    if parameter.get("log"):
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def draw(random: np.random.Generator) -> Configuration:
    """A configuration, uniform on the scale of each parameter."""
    configuration: Configuration = {}
    for parameter in SPACE:
        name, kind = parameter["name"], parameter["type"]
        if kind == "categorical":
            configuration[name] = str(random.choice(parameter["choices"]))
            continue
        low, high, u = parameter["low"], parameter["high"], random.random()
        value = math.exp((1 - u) * math.log(low) + u * math.log(high)) if parameter.get("log") else low + u * (high - low)
        configuration[name] = round(value) if kind == "int" else value
    return configuration


def value(configuration: Configuration, level: int, random: np.random.Generator) -> float:
    """Minimised; the fewer resources, the more noise and the larger the bias towards large steps."""
    rate, momentum, dropout, units, activation = unit(configuration)
    best_rate = 0.6 + 0.1 * (1 - level / LEVELS[-1])
    loss = 4 * (rate - best_rate) ** 2 + (momentum - 0.8) ** 2 + 0.5 * (dropout - 0.3) ** 2
    loss += 0.3 * (1 - units) + (0.0, 0.25, 0.05)[int(activation)]
    return loss + 1 / level + 0.1 * random.normal() / math.sqrt(level)


def trials(counts: dict[int, int], seed: int) -> list[dict[str, Any]]:
    """Random trials; `counts` of them reach each level."""
    random = np.random.default_rng(seed)
    history = []
    for number in range(max(counts.values())):
        configuration = draw(random)
        values = {str(level): value(configuration, level, random) for level, n in counts.items() if number < n}
        history.append({"configuration": configuration, "values": values})
    return history
