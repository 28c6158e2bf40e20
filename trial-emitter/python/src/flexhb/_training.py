"""One training thread's place at the tuner: the protocol of its slot behind a lock, and waiting."""
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
# So many in a row are rather a mistake in the trainer than bad configurations.
MOST_FAILURES = 10
_FLUSH_SECONDS = 30.0
# A file system over the network may show a folder late.
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
        self._failed: "set[int]" = set()  # trials that failed since the last that did not
        self._unknown = UnknownStudy(address.study, unknown_study_timeout)
        self._closed = False
        self._told = ""

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
                self._tell(self._protocol.heard if asking else "")
                self._unknown.look(asking and self._protocol.unknown_study, self._clock())
            if self._protocol.state == "DISPLACED":
                raise Displaced(
                    f"another process works as {self._protocol.address} too and the tuner listens to that one: give"
                    " each worker a name of its own")
            attempt = self._protocol.attempt
            if self._closed or self._protocol.state == "RELEASED" or attempt is None:
                return None
            grant = attempt.grant
            start = grant["checkpoint"]["reference"] if grant["checkpoint"] else None
            folder = TrialFolder(self.checkpoints, grant["study"], grant["incarnation"], grant["trial"],
                                 grant["attempt"], start)
            self.trial = Trial(self, attempt, folder)
            self._tell("trial {trial}, attempt {attempt}: {kind} from {start} until {until}: {reason}"
                       .format(**grant, start=attempt.step.text(grant["fromResource"]),
                               until=attempt.step.text(grant["untilResource"])))
            return self.trial

    def _has_its_state(self, trial: Trial) -> bool:
        """Ends an attempt whose checkpoint is gone: the trial then begins anew."""
        if trial.start == 0 or trial.held is not None:
            return True
        reference = trial.checkpoint_reference
        if reference is not None and not self.checkpoints.is_own(reference):
            return True  # the user's own reference, which only he can read
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
                    log.warning("%s begins anew: %s", trial, lost)
                    trial.checkpoint_lost(str(lost))
                    return False
            time.sleep(0.2)

    def _finish(self) -> None:
        """What the training loop left open."""
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
            # It was left at its boundary and is to go on: someone resumes it from its checkpoint.
            trial.release()
        elif trial.answer is not None and not trial.answer.reason.startswith("ended here: FAILED"):
            self._failed.clear()
        # What this attempt said must lie there before the next ask, in another topic, does.
        self._transport.flush(_FLUSH_SECONDS)

    def failed(self, trial: Trial, problem: BaseException) -> bool:
        """Fails the trial; whether to go on with the next."""
        if isinstance(problem, Displaced):
            return False
        log.warning("Training failed: %s", trial, exc_info=problem)
        trial._fail_with(problem)
        if isinstance(problem, CheckpointLost):
            return True
        self._failed_once(trial, problem)
        return True

    def _failed_once(self, trial: Trial, problem: Optional[BaseException] = None) -> None:
        """One trial fails as often as it is tried: what counts is how many of them fail."""
        self._failed.add(trial.number)
        if len(self._failed) >= MOST_FAILURES:
            raise TooManyFailures(
                f"{len(self._failed)} trials of study {self._protocol.address.study} failed in a row: mend the trainer,"
                " then start it again") from problem

    def await_answer(self, attempt: Attempt) -> Answer:
        self._guard()
        with self._changed:
            answer = attempt.answer()
            while answer is None:
                self._changed.wait(1.0)
                answer = attempt.answer()
            if not answer.goes_on:
                self._tell(f"trial {attempt.grant['trial']}, attempt {attempt.grant['attempt']}:"
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

    def _tell(self, text: str) -> None:
        """What the tuner says, and why: the first place to look when something goes wrong."""
        if text and text != self._told:
            log.info("%s", text)
        self._told = text or self._told

    # ---- called by other threads

    def on(self, command: Record) -> None:
        with self._changed:
            if not self._closed and self._protocol.on(command, self._clock()):
                self._changed.notify_all()

    def tick(self) -> None:
        """Repeats what went unanswered and keeps the attempt alive."""
        with self._changed:
            if self._closed:
                return
            attempt = self._protocol.attempt
            if attempt is not None and attempt.is_live and not self._thread.is_alive():
                # Heartbeats for a thread that died would keep its trial from everybody else for ever.
                attempt.end("FAILED", "the training thread ended within the trial", self._clock())
            self._protocol.tick(self._clock())

    def close(self, reason: str, message: str) -> None:
        """Gives an unfinished trial back and leaves. A thread that waits in this slot goes on."""
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
