"""The connection to the tuner, as the protocol sees it. Tests replace it."""
from __future__ import annotations

from typing import Callable, Optional, Protocol

from ._values import Record


class Transport(Protocol):
    """Shared by all slots of one worker. Thread-safe; records of one slot arrive in the order sent.

    Temporary failures (broker or registry unavailable) are waited out, never raised.
    """

    def follow(self, study: str) -> None:
        """Returns once every command of the study written from now on will be delivered."""

    def send_ask(self, record: Record) -> None:
        """Sends a WorkRequest."""

    def send_event(self, record: Record, delivered: Optional[Callable[[], None]] = None) -> None:
        """Sends a TrialEvent; `delivered` is called, by any thread, once the broker has it."""

    def flush(self, seconds: float) -> int:
        """Waits for the delivery of all records sent; returns how many are undelivered after that time."""

    def close(self, seconds: float) -> int:
        """Delivers pending records, then ends all traffic; returns how many were not delivered."""


OnCommand = Callable[[Record], None]
Opener = Callable[[OnCommand], Transport]
