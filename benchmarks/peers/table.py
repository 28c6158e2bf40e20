"""One line for each comparison, and an exit code."""
from __future__ import annotations

import sys
from importlib.metadata import version
from typing import NoReturn


class Table:
    """Prints the comparisons of one script and remembers whether one failed."""

    def __init__(self, *packages: str) -> None:
        self._failed = False
        print("# beside", ", ".join(f"{name} {version(name)}" for name in packages))

    def row(self, what: str, ours: object, theirs: object, good: bool, rule: str) -> None:
        """`rule` says what had to hold."""
        self._failed |= not good
        print(f"{'ok  ' if good else 'FAIL'} | {what} | {shown(ours)} | {shown(theirs)} | {rule}", flush=True)

    def end(self) -> NoReturn:
        """Exit code 1 when a comparison failed."""
        sys.exit(1 if self._failed else 0)


def shown(value: object) -> str:
    """Short, also for lists of numbers."""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return " ".join(shown(v) for v in value)
    return str(value)
