"""Converts a trainer's numbers to values on the wire."""
from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any, Dict, Mapping, Optional

Record = Dict[str, Any]


def params(configuration: Any) -> Record:
    """The hyperparameters of a configuration; null and lists are sent as JSON text next to the others."""
    if not configuration:
        return {}
    return {**configuration["values"],
            **{name: json.loads(text) for name, text in configuration.get("json", {}).items()}}


def metric_values(resource: str, values: Mapping[str, Any]) -> Record:
    """Converts metrics; a value that is not finite is sent as a status, which the tuner treats as a failure there."""
    if not values:
        raise ValueError(f"the report at resource {resource} has no values: give at least the objective")
    return {_name(resource, name): _value(resource, name, value) for name, value in values.items()}


def _name(resource: str, name: Any) -> str:
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"metric {name!r} in the report at resource {resource}: each metric needs a name")
    return name


def _value(resource: str, name: str, value: Any) -> Record:
    try:
        number = float(value)  # also for a tensor or an array with one element
    except (TypeError, ValueError) as problem:
        raise TypeError(
            f"metric {name!r} in the report at resource {resource} is {str(value)[:200]!r}, which is not a number"
        ) from problem
    if math.isfinite(number):
        return {"status": "FINITE", "value": number}
    if math.isnan(number):
        return {"status": "NAN", "value": None}
    return {"status": "POSITIVE_INFINITY" if number > 0 else "NEGATIVE_INFINITY", "value": None}


class Step:
    """The amount that one unit on the wire stands for: 1 epoch, 0.1 of the data, 1000 rows.

    The protocol counts whole units; trainers see amounts: ints where the step is whole, else floats. Nothing is ever
    rounded or truncated.
    """

    # Tolerated error of binary fractions: 3 * 0.1 is 0.30000000000000004.
    _TOLERANCE = Fraction(1, 10**9)
    _LARGEST_TOLERANCE = Fraction(1, 1000)

    def __init__(self, size: Optional[float] = None) -> None:
        self._size = Fraction(repr(float(size))) if size is not None and size > 0 else Fraction(1)

    @staticmethod
    def of(record: Record) -> "Step":
        """The step of the study of a command or a view; records of an earlier tuner have none."""
        return Step(record.get("resourceStep"))

    @property
    def is_one(self) -> bool:
        return self._size == 1

    def amount(self, units: int) -> Any:
        """Units as an amount."""
        exact = self._size * units
        return int(exact) if self._size.denominator == 1 else float(exact)

    def text(self, units: int) -> str:
        exact = self.amount(units)
        return str(int(exact)) if exact == int(exact) else repr(exact)

    def units(self, what: str, amount: Any) -> int:
        """The units in an amount, which may also be a numpy number."""
        try:
            exact = Fraction(amount) if isinstance(amount, int) else Fraction(repr(float(amount)))
        except (TypeError, ValueError, OverflowError):
            exact = None
        if isinstance(amount, (bool, str)) or exact is None:
            raise ValueError(f"{what} {amount!r}: resources are {self._kind()}")
        quotient = exact / self._size
        whole = round(quotient)
        allowed = min(max(abs(whole), 1) * self._TOLERANCE, self._LARGEST_TOLERANCE)
        if abs(quotient - whole) > allowed:
            below = int(quotient // 1)
            near = " or ".join(self.text(each) for each in (below, below + 1) if each > 0)
            raise ValueError(f"{what} {amount!r}: resources are {self._kind()}{', report ' + near if near else ''}")
        return whole

    def _kind(self) -> str:
        if self.is_one:
            return "whole numbers from 1, unless the study has a resource.step"
        return f"multiples of the study's resource.step {self.text(1)}"
