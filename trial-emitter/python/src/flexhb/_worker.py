"""A worker: one process's connection to the tuner, shared by all its training threads."""
from __future__ import annotations

import atexit
import logging
import os
import queue
import threading
import traceback
from types import TracebackType
from typing import Any, Callable, Iterator, List, Optional, Type

from . import _ids
from ._attempt import Address
from ._checkpoints import CheckpointRoot
from ._clock import AskSequence, Clock, monotone_clock
from ._errors import CheckpointLost
from ._process import EXIT_TERMINATED, Termination
from ._slot import SeenCommands
from ._training import TrainingSlot
from ._transport import Opener, Transport
from ._trial import Trial
from ._values import Record

log = logging.getLogger("flexhb")
_TICK_SECONDS = 0.1
_COMMANDS_REMEMBERED = 1024


class Worker:
    """Trains trials of one study: `with flexhb.worker("mnist") as w: for trial in w: ...`.

    Thread-safe: each thread that iterates trains its own trials. Leaving the `with` gives back unfinished trials;
    so does SIGTERM. In a forked child it does nothing and refuses to be used.
    """

    def __init__(self, study: str, opener: Opener, name: Optional[str] = None,
                 checkpoints: "os.PathLike[str] | str" = "flexhb-checkpoints",
                 on_discard: Optional[Callable[[int, str], None]] = None,
                 close_timeout: float = 30.0, clock: Optional[Clock] = None,
                 unknown_study_timeout: Optional[float] = None) -> None:
        self.study = _ids.check("study", study)
        self.name = _ids.check("worker", name if name is not None else _ids.default_worker())
        self.checkpoints = CheckpointRoot(checkpoints)
        self._opener = opener
        self._on_discard = on_discard
        self._close_timeout = close_timeout
        self._unknown_study_timeout = unknown_study_timeout
        self._clock = clock or monotone_clock()
        self._asks = AskSequence(self._clock)
        self._slots: List[TrainingSlot] = []
        self._slots_lock = threading.RLock()
        self._seen = SeenCommands(_COMMANDS_REMEMBERED)
        self._discards: "queue.Queue[Optional[Record]]" = queue.Queue()
        self._transport: Optional[Transport] = None
        self._closed = threading.Event()
        self._closing = threading.Lock()
        self._termination = Termination(self._on_sigterm)
        self._pid = os.getpid()

    def __repr__(self) -> str:
        return f"worker {self.name} of study {self.study}"

    def __reduce__(self) -> Any:
        raise TypeError("a worker belongs to the process that opened it; open another one in the other process")

    # ---- opening and closing

    def __enter__(self) -> "Worker":
        if self._transport is not None:
            raise RuntimeError(f"{self} was already opened: create a new one with flexhb.worker(...)")
        self._pid = os.getpid()
        self._transport = self._opener(self._on_command)
        try:
            self._transport.follow(self.study)
        except BaseException:
            self._transport.close(0)
            raise
        for job, name in ((self._keep_alive, "flexhb-heartbeats"), (self._discard_all, "flexhb-discards")):
            threading.Thread(target=job, name=name, daemon=True).start()
        self._termination = Termination(self._on_sigterm)
        self._termination.install()
        atexit.register(self.close)
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], problem: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if os.getpid() != self._pid:
            return
        if isinstance(problem, SystemExit) and problem.code == EXIT_TERMINATED:
            self._close("PREEMPTED", "the process was told to end")
            return
        if isinstance(problem, Exception):
            slot = self._slot_of(threading.current_thread())
            if slot is not None and slot.trial is not None and slot.trial.is_live:
                slot.trial._fail_with(problem)
        self._close("RELEASED", "the worker was closed")

    def close(self) -> None:
        """Gives back unfinished trials and delivers pending records."""
        self._close("RELEASED", "the worker was closed")

    def _close(self, reason: str, message: str) -> None:
        if os.getpid() != self._pid or self._transport is None:
            return
        with self._closing:
            if self._closed.is_set():
                return
            self._closed.set()
        self._termination.remove()
        for slot in self._open_slots():
            slot.close(reason, message)
        lost = self._transport.close(self._close_timeout)
        if lost:
            log.warning("%s: %d records could not be delivered within %g s and are lost",
                        self, lost, self._close_timeout)
        self._discards.put(None)
        atexit.unregister(self.close)

    def _on_sigterm(self) -> None:
        """Handles SIGTERM, perhaps while the training is inside a library: its trials continue elsewhere from now."""
        for slot in self._open_slots():
            slot.close("PREEMPTED", "the process was told to end")
        if self._transport is not None:
            self._transport.flush(self._close_timeout)

    # ---- training

    def __iter__(self) -> Iterator[Trial]:
        self._guard()
        if self._transport is None:
            raise RuntimeError("open the worker first: with flexhb.worker(...) as w: for trial in w: ...")
        return self._trials(self._slot_of(threading.current_thread()) or self._new_slot())

    def _trials(self, slot: TrainingSlot) -> Iterator[Trial]:
        trial = slot.next()
        while trial is not None:
            yield trial
            trial = slot.next()
        slot.close("RELEASED", "the study is over")
        with self._slots_lock:
            if slot in self._slots:
                self._slots.remove(slot)

    def run(self, train: Callable[[Trial], Any]) -> None:
        """Trains until the study is over. An exception of `train` fails that trial, and the next one is asked for."""
        for trial in self:
            with trial:
                train(trial)

    def _slot_of(self, thread: threading.Thread) -> Optional[TrainingSlot]:
        return next((slot for slot in self._open_slots() if slot.belongs_to(thread)), None)

    def _new_slot(self) -> TrainingSlot:
        assert self._transport is not None
        with self._slots_lock:
            if self._closed.is_set():
                raise RuntimeError(f"{self} is closed: create a new one with flexhb.worker(...)")
            taken = {slot.number for slot in self._slots}
            number = next(n for n in range(len(taken) + 1) if n not in taken)
            slot = TrainingSlot(Address(self.study, self.name, number), self._transport, self._asks, self._clock,
                                self.checkpoints, self._guard, self._unknown_study_timeout)
            self._slots.append(slot)
            return slot

    def _open_slots(self) -> List[TrainingSlot]:
        with self._slots_lock:
            return list(self._slots)

    def _guard(self) -> None:
        if os.getpid() != self._pid:
            raise RuntimeError(
                f"{self} belongs to process {self._pid}, and this is a forked child of it: report from there")

    # ---- other threads

    def _keep_alive(self) -> None:
        while not self._closed.wait(_TICK_SECONDS):
            for slot in self._open_slots():
                try:
                    slot.tick()
                except Exception:  # the heartbeats of the other slots must continue
                    if not self._closed.is_set():
                        log.exception("%s: the heartbeat of slot %d failed", self, slot.number)

    def _on_command(self, command: Record) -> None:
        if command["study"] != self.study:
            return
        if command["kind"] == "REJECTED":
            if command["worker"] == self.name and self._seen.add((command["incarnation"], command["id"])):
                log.warning("trial %s, attempt %s: the tuner cannot use what it reports: %s",
                            command["trial"], command["attempt"], command["reason"])
            return
        if command["kind"] == "DISCARD_CHECKPOINT" and command["checkpoint"] is not None:
            if self._seen.add((command["incarnation"], command["id"])):
                self._discards.put(command)
        for slot in self._open_slots():
            slot.on(command)

    def _discard_all(self) -> None:
        while (command := self._discards.get()) is not None:
            reference = command["checkpoint"]["reference"]
            try:
                if self._on_discard is not None:
                    self._on_discard(command["trial"], reference)
                if self.checkpoints.is_own(reference):
                    self.checkpoints.discard(command["study"], command["incarnation"], command["trial"], reference)
            except CheckpointLost as outside:
                log.warning("%s: %s", self, outside)
            except Exception:
                log.exception("%s: discarding checkpoint %r failed", self, reference[:200])

