"""Time that never goes back, and numbers for asks that rise with it."""
from __future__ import annotations

import threading
import time
from typing import Callable

Clock = Callable[[], int]


def monotone_clock() -> Clock:
    """Milliseconds since 1970, anchored now: a step of the system clock silences no heartbeat."""
    anchor, since = time.time(), time.monotonic()
    return lambda: int((anchor + time.monotonic() - since) * 1000)


class AskSequence:
    """Rises within the process by counting, and over its restarts by the clock. Thread-safe."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._lock = threading.Lock()

    def next(self) -> int:
        with self._lock:
            self._last = max(self._last + 1, self._clock())
            return self._last
