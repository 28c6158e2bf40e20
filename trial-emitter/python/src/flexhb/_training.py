"""The slot of one training thread: its protocol behind a lock, and waiting."""
from __future__ import annotations

import logging
import threading
import time
from typing import Any, Callable, Optional, TypeVar

from ._attempt import Address, Answer, Attempt
from ._checkpoints import CheckpointRoot, TrialFolder
from ._clock import AskSequence, Clock
from ._errors import CheckpointLost, Displaced, TooManyFailures
from ._slot import Slot
from ._transport import Transport
from ._trial import Trial
from ._unknown import UnknownStudy
from ._values import Record

log = logging.getLogger("flexhb")
# This many failures in a row suggest a mistake in the trainer rather than bad configurations.
MOST_FAILURES = 10
_FLUSH_SECONDS = 30.0
# A network file system may show a folder late.
_LATE_SECONDS = 3.0
T = TypeVar("T")


class TrainingSlot:
    """Trains one trial at a time. Thread-safe."""

    def __init__(self, address: Address, transport: Transport, asks: AskSequence, clock: Clock,
                 checkpoints: CheckpointRoot, guard: Callable[[], None],
                 unknown_study_timeout: Optional[float] = None) -> None:
        self.checkpoints = checkpoints
        self.trial: Optional[Trial] = None
        self._protocol = Slot(address, transport)
        self._transport = transport
        self._asks = asks
        self._clock = clock
        self._guard = guard
        self._changed = threading.Condition(threading.RLock())
        self._thread = threading.current_thread()
        self._failed: "set[int]" = set()  # distinct trials that failed since the last success
        self._unknown = UnknownStudy(address.study, unknown_study_timeout)
        self._closed = False
        self._logged = ""

    @property
    def number(self) -> int:
        return self._protocol.address.slot

    # ---- called by the training thread

    def next(self) -> Optional[Trial]:
        """Asks for a trial and waits until there is one; None when the study is over or the worker closed."""
        self._guard()
        while True:
            self._finish()
            trial = self._ask()
            if trial is None or self._has_its_state(trial):
                return trial

    def _ask(self) -> Optional[Trial]:
        with self._changed:
            if self._closed:
                return None
            self._thread = threading.current_thread()
            self._protocol.ask(self._asks.next(), self._clock())
            while not self._closed and self._protocol.state == "ASKING":
                self._changed.wait(1.0)
                asking = self._protocol.state == "ASKING"
                self._log_once(self._protocol.wait_reason if asking else "")
                self._unknown.check(asking and self._protocol.unknown_study, self._clock())
            if self._protocol.state == "DISPLACED":
                raise Displaced(
                    f"another process also works as {self._protocol.address}, and the tuner answers that one: give"
                    " each worker its own name")
            attempt = self._protocol.attempt
            if self._closed or self._protocol.state == "RELEASED" or attempt is None:
                return None
            grant = attempt.grant
            start = grant["checkpoint"]["reference"] if grant["checkpoint"] else None
            folder = TrialFolder(self.checkpoints, grant["study"], grant["incarnation"], grant["trial"],
                                 grant["attempt"], start)
            self.trial = Trial(self, attempt, folder)
            self._log_once("trial {trial}, attempt {attempt}: {kind} from {start} until {until}: {reason}"
                       .format(**grant, start=attempt.step.text(grant["fromResource"]),
                               until=attempt.step.text(grant["untilResource"])))
            return self.trial

    def _has_its_state(self, trial: Trial) -> bool:
        """Whether the trial's state is available; if not, ends the attempt: the trial starts again from 0."""
        if trial.start == 0 or trial.held is not None:
            return True
        reference = trial.checkpoint_reference
        if reference is not None and not self.checkpoints.is_own(reference):
            return True  # the user's own reference, which this package cannot check
        until = time.monotonic() + _LATE_SECONDS
        while True:
            try:
                if reference is None or not trial.is_saved_at_start:
                    reference = None
                    raise CheckpointLost(f"the state of resource {trial.start} was never saved")
                self.checkpoints.existing(reference)
                return True
            except CheckpointLost as lost:
                if reference is None or time.monotonic() > until:
                    log.warning("%s starts again from the beginning: %s", trial, lost)
                    trial.checkpoint_lost(str(lost))
                    return False
            time.sleep(0.2)

    def _finish(self) -> None:
        """Ends an attempt that the training loop left open."""
        trial, self.trial = self.trial, None
        if trial is None:
            return
        trial.flush()
        if trial.is_live and self.read(lambda: not trial._attempt.is_waiting):
            trial.fail(
                f"the training loop was left at resource {trial.resource} before {trial.until}: call"
                " trial.converged() when training ended by itself, or trial.release() to give it back")
            self._failed_once(trial)
            log.warning("%s was left before its end and counts as failed", trial)
        elif trial.is_live and trial.goes_on():
            # It was left at its boundary and should continue: another attempt resumes it from its checkpoint.
            trial.release()
        elif trial.answer is not None and not trial.answer.reason.startswith("ended here: FAILED"):
            self._failed.clear()
        # The records of this attempt must be delivered before the next ask, which is on another topic.
        self._transport.flush(_FLUSH_SECONDS)

    def failed(self, trial: Trial, problem: BaseException) -> bool:
        """Fails the trial; returns whether to continue with the next one."""
        if isinstance(problem, Displaced):
            return False
        log.warning("Training failed: %s", trial, exc_info=problem)
        trial._fail_with(problem)
        if isinstance(problem, CheckpointLost):
            return True
        self._failed_once(trial, problem)
        return True

    def _failed_once(self, trial: Trial, problem: Optional[BaseException] = None) -> None:
        """Counts a failed trial. A trial fails each time it is tried, so only distinct trials are counted."""
        self._failed.add(trial.number)
        if len(self._failed) >= MOST_FAILURES:
            raise TooManyFailures(
                f"{len(self._failed)} trials of study {self._protocol.address.study} failed in a row: fix the trainer,"
                " then restart it") from problem

    def await_answer(self, attempt: Attempt) -> Answer:
        self._guard()
        with self._changed:
            answer = attempt.answer()
            while answer is None:
                self._changed.wait(1.0)
                answer = attempt.answer()
            if not answer.goes_on:
                self._log_once(f"trial {attempt.grant['trial']}, attempt {attempt.grant['attempt']}:"
                           f" {answer.kind}: {answer.reason}")
            return answer

    def hold(self, attempt: Attempt, state: Any) -> None:
        self._guard()
        with self._changed:
            self._protocol.hold(attempt, state)

    def act(self, action: Callable[[int], None]) -> None:
        self._guard()
        with self._changed:
            action(self._clock())
            self._changed.notify_all()

    def read(self, reader: Callable[[], T]) -> T:
        self._guard()
        with self._changed:
            return reader()

    def _log_once(self, text: str) -> None:
        """Logs what the tuner says, and why: the first place to look when something goes wrong."""
        if text and text != self._logged:
            log.info("%s", text)
        self._logged = text or self._logged

    # ---- called by other threads

    def on(self, command: Record) -> None:
        with self._changed:
            if not self._closed and self._protocol.on(command, self._clock()):
                self._changed.notify_all()

    def tick(self) -> None:
        """Repeats unanswered records and keeps the attempt alive."""
        with self._changed:
            if self._closed:
                return
            attempt = self._protocol.attempt
            if attempt is not None and attempt.is_live and not self._thread.is_alive():
                # Heartbeats for a dead thread would block its trial forever.
                attempt.end("FAILED", "the training thread ended within the trial", self._clock())
            self._protocol.tick(self._clock())

    def close(self, reason: str, message: str) -> None:
        """Gives back an unfinished trial and closes the slot. A thread that waits in this slot returns."""
        with self._changed:
            if self._closed:
                return
            if self.trial is not None and self._thread is threading.current_thread():
                self.trial.flush()
            self._closed = True
            if self._protocol.attempt is not None:
                self._protocol.attempt.end(reason, message, self._clock())
            self._protocol.drop_all()
            self._changed.notify_all()

    @property
    def is_closed(self) -> bool:
        return self._closed

    def belongs_to(self, thread: threading.Thread) -> bool:
        return not self._closed and self._thread is thread
