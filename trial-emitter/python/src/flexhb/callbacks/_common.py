"""Shared code of the callbacks."""
from __future__ import annotations

import json
import pathlib
from typing import Any, Dict, Mapping, Optional, Sequence

from .._trial import Trial


def picked(trial: Trial, found: Mapping[str, Any], metrics: Optional[Sequence[str]]) -> Dict[str, Any]:
    """The requested metrics, or all that are numbers. Missing ones raise a KeyError that names them."""
    if metrics is None:
        return {name: value for name, value in found.items() if _is_number(value)}
    missing = [name for name in metrics if name not in found]
    if missing:
        raise KeyError(f"{trial}: the library reports {sorted(found)}, not {missing}")
    return {name: found[name] for name in metrics}


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return not isinstance(value, str)


def write_json(path: pathlib.Path, tree: Any) -> None:
    path.write_text(json.dumps(tree), encoding="utf-8")


def read_json(path: pathlib.Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
