"""The space of study.py as a ConfigSpace, old (0.6) or new (1.x)."""
from __future__ import annotations

from typing import Any

import ConfigSpace
import numpy as np

import study


def config_space() -> ConfigSpace.ConfigurationSpace:
    """ConfigSpace sorts parameters by name, so columns come in another order than in study.py."""
    space = ConfigSpace.ConfigurationSpace(seed=0)
    for parameter in study.SPACE:
        _add(space, _hyperparameter(parameter))
    return space


def configuration(space: ConfigSpace.ConfigurationSpace, values: study.Configuration) -> ConfigSpace.Configuration:
    return ConfigSpace.Configuration(space, values=values)


def matrix(space: ConfigSpace.ConfigurationSpace, configurations: list[study.Configuration]) -> np.ndarray:
    """One row for each configuration, in ConfigSpace's own encoding."""
    return np.array([configuration(space, values).get_array() for values in configurations], dtype=float)


def _hyperparameter(parameter: dict[str, Any]) -> Any:
    if parameter["type"] == "categorical":
        return ConfigSpace.CategoricalHyperparameter(parameter["name"], parameter["choices"])
    kind = ConfigSpace.UniformIntegerHyperparameter if parameter["type"] == "int" else ConfigSpace.UniformFloatHyperparameter
    return kind(parameter["name"], parameter["low"], parameter["high"], log=parameter.get("log", False))


def _add(space: ConfigSpace.ConfigurationSpace, hyperparameter: Any) -> None:
    add = space.add if hasattr(space, "add") and not hasattr(space, "add_hyperparameter") else space.add_hyperparameter
    add(hyperparameter)
