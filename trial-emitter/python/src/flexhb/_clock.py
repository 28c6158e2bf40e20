"""A clock that never goes back, and sequence numbers for asks."""
from __future__ import annotations

import threading
import time
from typing import Callable

Clock = Callable[[], int]


def monotone_clock() -> Clock:
    """Milliseconds since 1970, anchored now: a step of the system clock does not stop heartbeats."""
    anchor, since = time.time(), time.monotonic()
    return lambda: int((anchor + time.monotonic() - since) * 1000)


class AskSequence:
    """Increases by counting within the process, and by the clock across restarts. Thread-safe."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._lock = threading.Lock()

    def next(self) -> int:
        with self._lock:
            self._last = max(self._last + 1, self._clock())
            return self._last
