"""Numbers as trainers have them, to values as they travel."""
from __future__ import annotations

import json
import math
from typing import Any, Dict, Mapping

Record = Dict[str, Any]


def params(configuration: Any) -> Record:
    """The hyperparameters of a configuration; null and lists travel as JSON text beside the others."""
    if not configuration:
        return {}
    return {**configuration["values"],
            **{name: json.loads(text) for name, text in configuration.get("json", {}).items()}}


def metric_values(resource: int, values: Mapping[str, Any]) -> Record:
    """What is not finite travels as a status: the tuner takes it as a failure at that resource."""
    if not values:
        raise ValueError(f"the report at resource {resource} has no values: give at least the objective")
    return {_name(resource, name): _value(resource, name, value) for name, value in values.items()}


def _name(resource: int, name: Any) -> str:
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"metric {name!r} in the report at resource {resource}: each metric needs a name")
    return name


def _value(resource: int, name: str, value: Any) -> Record:
    try:
        number = float(value)  # also of a tensor or an array of one element
    except (TypeError, ValueError) as problem:
        raise TypeError(
            f"metric {name!r} in the report at resource {resource} is {str(value)[:200]!r}, which is not a number"
        ) from problem
    if math.isfinite(number):
        return {"status": "FINITE", "value": number}
    if math.isnan(number):
        return {"status": "NAN", "value": None}
    return {"status": "POSITIVE_INFINITY" if number > 0 else "NEGATIVE_INFINITY", "value": None}


def whole(what: str, resource: Any) -> int:
    """A resource as a whole number; also one of numpy, or a float that is whole."""
    try:
        number = int(resource)
        exact = number == resource
    except (TypeError, ValueError, OverflowError):
        exact = False
    if isinstance(resource, (bool, str)) or not exact:
        raise ValueError(
            f"{what} {resource!r}: resources are whole numbers from 1; let the study's unit be a smaller one"
            " where fractions of an epoch are reported")
    return number
