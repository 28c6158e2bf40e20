"""Waits for a study that the tuner does not know: its name may be misspelled."""
from __future__ import annotations

import logging
from typing import Optional

from ._errors import NoSuchStudy

log = logging.getLogger("flexhb")
_FIRST_MILLIS = 30_000
_LONGEST_MILLIS = 3_600_000


class UnknownStudy:
    """Logs after half a minute, then at growing intervals, and gives up after `timeout` seconds."""

    def __init__(self, study: str, timeout: Optional[float] = None) -> None:
        self._study = study
        self._timeout = timeout
        self._since: Optional[int] = None
        self._pause = self._next = 0

    def check(self, unknown: bool, now: int) -> None:
        if not unknown:
            self._since = None
            return
        if self._since is None:
            self._since, self._pause = now, _FIRST_MILLIS
            self._next = now + self._pause
        text = (f"study {self._study} has been unknown to the tuner for {(now - self._since) // 1000} s: check its name"
                " ('flexhb study list'), or create it ('flexhb study apply')")
        if self._timeout is not None and now - self._since >= self._timeout * 1000:
            raise NoSuchStudy(text)
        if now >= self._next:
            log.warning("%s", text)
            self._pause = min(2 * self._pause, _LONGEST_MILLIS)
            self._next = now + self._pause
