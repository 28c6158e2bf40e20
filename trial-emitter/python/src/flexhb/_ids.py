"""Checks the names of studies and workers, and makes default worker names."""
from __future__ import annotations

import os
import re
import secrets
import socket

_ID = re.compile(r"[A-Za-z0-9._-]{1,100}")


def check(what: str, name: str) -> str:
    """Returns the name unchanged."""
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise ValueError(f"{what} {str(name)[:100]!r}: use 1 to 100 of the characters A-Z a-z 0-9 . _ -")
    return name


def default_worker() -> str:
    """Host, process and a random part: unique without configuration."""
    host = re.sub(r"[^A-Za-z0-9._-]", "-", socket.gethostname() or "host")
    return f"{host[:60]}-{os.getpid()}-{secrets.token_hex(3)}"
