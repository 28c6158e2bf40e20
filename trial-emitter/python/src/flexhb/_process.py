"""Handles forked children and the termination of a worker's process."""
from __future__ import annotations

import ctypes
import os
import signal
import socket
import threading
import weakref
from types import FrameType
from typing import Any, Callable, Optional

EXIT_TERMINATED = 143


_holders: "weakref.WeakSet[Any]" = weakref.WeakSet()


def survive_forks(holder: Any) -> None:
    """Keeps a forked child from freeing Kafka's handles: it inherits them without their threads, and freeing a handle
    waits for those. The holder lists them with `handles()`."""
    _holders.add(holder)


_terminations: "weakref.WeakSet[Termination]" = weakref.WeakSet()


def _in_child() -> None:
    for termination in list(_terminations):
        termination.leave_to_parent()
    for holder in list(_holders):
        for handle in holder.handles():
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(handle))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)


class Termination:
    """On SIGTERM, gives trials back at once, even while the training is inside a library, and ends the process.

    Only in the main thread, and only where no other code handles the signal.
    """

    def __init__(self, on_term: Callable[[], None]) -> None:
        self._on_term = on_term
        self._pid = os.getpid()
        self._watcher: Optional[socket.socket] = None
        self._waker: Optional[socket.socket] = None
        self._installed = False

    def install(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
            return
        signal.signal(signal.SIGTERM, self._handle)
        self._installed = True
        # A Python handler runs only after the library returns; a byte through this socket arrives at once.
        self._watcher, self._waker = socket.socketpair()
        self._waker.setblocking(False)
        before = signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        if before != -1:  # another event loop uses it
            signal.set_wakeup_fd(before)
            return
        _terminations.add(self)
        threading.Thread(target=self._watch, args=(self._watcher,), name="flexhb-term", daemon=True).start()

    def remove(self) -> None:
        if not self._installed or os.getpid() != self._pid:
            return
        self._installed = False
        if threading.current_thread() is threading.main_thread():
            if signal.getsignal(signal.SIGTERM) == self._handle:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
            waker = self._waker.fileno() if self._waker is not None else -1
            before = signal.set_wakeup_fd(-1)
            if before not in (-1, waker):
                signal.set_wakeup_fd(before)
        for end in (self._waker, self._watcher):
            if end is not None:
                end.close()

    def leave_to_parent(self) -> None:
        """Detaches a forked child from the shared socket: its signals must not look like the parent's."""
        if self._installed and self._waker is not None and threading.current_thread() is threading.main_thread():
            before = signal.set_wakeup_fd(-1)
            if before not in (-1, self._waker.fileno()):
                signal.set_wakeup_fd(before)

    def _watch(self, watcher: socket.socket) -> None:
        while True:
            try:
                received = watcher.recv(64)
            except OSError:
                return
            if not received:
                return
            if signal.SIGTERM in received:
                self._on_term()

    def _handle(self, number: int, frame: Optional[FrameType]) -> None:
        if os.getpid() != self._pid:  # a forked child, which is not a worker
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        raise SystemExit(EXIT_TERMINATED)
