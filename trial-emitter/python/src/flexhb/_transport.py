"""The way to the tuner and back, as the protocol sees it. Tests stand below this line."""
from __future__ import annotations

from typing import Callable, Optional, Protocol

from ._values import Record


class Transport(Protocol):
    """For all slots of one worker. Thread-safe; records of one slot arrive in the order sent.

    Trouble that may pass (broker or registry away) is waited out, never raised.
    """

    def follow(self, study: str) -> None:
        """Returns once each command of the study written from now on will be delivered."""

    def send_ask(self, record: Record) -> None:
        """Sends a WorkRequest."""

    def send_event(self, record: Record, delivered: Optional[Callable[[], None]] = None) -> None:
        """Sends a TrialEvent; `delivered` is called, by any thread, once the broker has it."""

    def flush(self, seconds: float) -> int:
        """Waits until what was sent lies there; returns how many records do not after that time."""

    def close(self, seconds: float) -> int:
        """Delivers what is still on its way, then ends all traffic; returns what was not delivered."""


OnCommand = Callable[[Record], None]
Opener = Callable[[OnCommand], Transport]
