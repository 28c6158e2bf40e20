"""The current trial, as the user sees it."""
from __future__ import annotations

import logging
import pathlib
import traceback
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Mapping, Optional, Type

from ._attempt import Answer, Attempt
from ._checkpoints import TrialFolder
from ._errors import CheckpointLost, FlexHbError
from ._values import Record, params

if TYPE_CHECKING:
    from ._training import TrainingSlot

log = logging.getLogger("flexhb")
# A loop that passes its boundary by this many epochs without a report would never end by itself.
_PATIENCE = 100


class Trial:
    """A configuration to train, from `start` up to `until`, and further as long as the tuner says so.

    `for epoch in trial` counts epochs (or whatever the study's resource is) since the trial began, never since a
    resume, and waits for the tuner where necessary. If the study's
    resource.step is not a whole number, it counts in floats: 0.1, 0.2 and so on. Used by the thread that asked for it.
    Once the attempt has ended, for whatever reason, the loop just ends and reports are silently dropped.
    """

    def __init__(self, slot: "TrainingSlot", attempt: Attempt, folder: TrialFolder) -> None:
        self._slot = slot
        self._attempt = attempt
        self._folder = folder
        self._step = attempt.step
        self._epoch: Optional[int] = None  # of the loop, in units, while the loop runs
        self._pending: Optional[Record] = None
        self._unsent: Optional[Record] = None  # a checkpoint that waits for its report
        self._delivered: Optional[Callable[[], None]] = None
        grant = attempt.grant
        self.study: str = grant["study"]
        self.number: int = grant["trial"]
        self.attempt: int = grant["attempt"]
        self.start: Any = self._step.amount(grant["fromResource"])
        self.kind: str = grant["kind"]
        self.reason: str = grant["reason"]
        self.params: Dict[str, Any] = params(grant["configuration"])

    def __getitem__(self, name: str) -> Any:
        """A hyperparameter; inactive ones are absent."""
        return self.params[name]

    def __repr__(self) -> str:
        return f"trial {self.number} of study {self.study}, attempt {self.attempt}"

    def __reduce__(self) -> Any:
        raise TypeError("a trial belongs to the process that asked for it; hand trial.params to others")

    # ---- progress

    @property
    def resource(self) -> Any:
        """The newest resource reported, or `start`."""
        return self._step.amount(self._reported())

    def _reported(self) -> int:
        reported = self._slot.read(lambda: self._attempt.resource)
        return max(reported, self._pending["resource"]) if self._pending else reported

    @property
    def until(self) -> Any:
        """Train and report up to this resource; then the tuner decides. Increases with each CONTINUE."""
        return self._step.amount(self._until())

    def _until(self) -> int:
        return self._slot.read(lambda: self._attempt.until)

    @property
    def step_size(self) -> Any:
        """The size of one step of the study's resource: 1, unless the study has a resource.step."""
        return self._step.amount(1)

    @property
    def is_live(self) -> bool:
        """Whether the attempt has not ended; False as soon as a STOP has arrived. Never waits."""
        return self._slot.read(lambda: self._attempt.is_live)

    def is_boundary(self, epoch: Any) -> bool:
        """Whether the tuner decides at this resource, so that the state should be saved there."""
        return self._step.units("resource", epoch) >= self._until()

    # ---- state

    @property
    def held(self) -> Any:
        """The state that `hold` kept in this process, if training continues exactly from it; else None."""
        return self._attempt.held

    def hold(self, state: Any) -> None:
        """Keeps the state of a paused or stopped trial in memory; the tuner then prefers this slot for it."""
        self._slot.hold(self._attempt, state)

    @property
    def checkpoint_reference(self) -> Optional[str]:
        """The reference of the checkpoint; None when training starts from the beginning."""
        saved = self._attempt.grant["checkpoint"]
        return saved["reference"] if saved is not None and self.start > 0 else None

    @property
    def is_saved_at_start(self) -> bool:
        """Whether the checkpoint holds the resource from which training continues; a held state may be ahead of it."""
        saved = self._attempt.grant["checkpoint"]
        return saved is not None and saved["resource"] == self._attempt.grant["fromResource"]

    @property
    def checkpoint(self) -> Optional[pathlib.Path]:
        """The folder with the state to continue from, read-only; None when training starts from the beginning."""
        reference = self.checkpoint_reference
        return None if reference is None else self._slot.checkpoints.existing(reference)

    @property
    def folder(self) -> pathlib.Path:
        """The folder to write the state to before `saved()`. Empty at first and after each `saved()`."""
        return self._folder.draft

    def saved(self, epoch: Optional[float] = None, reference: Optional[str] = None) -> None:
        """Turns the complete state in `folder` into the trial's checkpoint at this resource.

        reference: instead of `folder`, a path, URL or key that your workers understand.
        """
        at = self._step.units("checkpoint at resource", self._at(epoch))
        amount = self._step.amount(at)
        self._slot.read(lambda: self._attempt.checked_checkpoint(amount, reference or "folder"))
        delivered: Optional[Callable[[], None]] = None
        if not self.is_live:
            return
        if reference is None:
            reference, delivered = self._folder.publish(at)
        self._send_unsent_below(at)
        self._unsent = self._attempt.checked_checkpoint(amount, reference)
        self._delivered = delivered

    # ---- the loop

    def __iter__(self) -> Iterator[Any]:
        while self.goes_on():
            epoch = max(self._reported(), self._epoch or 0) + 1
            if epoch > self._until() + _PATIENCE and self._reported() < self._until():
                raise FlexHbError(
                    f"{self} is at resource {self._step.text(epoch)} and has reported nothing since {self.resource}, so"
                    f" the tuner cannot decide at {self.until}: call trial.report(...) in the loop")
            self._epoch = epoch
            yield self._step.amount(epoch)
        self._epoch = None

    def report(self, values: Optional[Mapping[str, Any]] = None, /, *, at: Optional[float] = None,
               **metrics: Any) -> None:
        """Metrics of this epoch: at least the study's objective, before or at each boundary.

        They are sent when the loop continues, together with the checkpoint of that epoch. Values need not be finite:
        the tuner treats others as a failure at that resource.

        at: the resource, absolute, a multiple of the study's step; needed outside `for epoch in trial`.
        """
        merged = {**(values or {}), **metrics}
        units = self._step.units("report at resource", self._at(at))
        resource = self._step.amount(units)
        if self._pending is not None and self._pending["resource"] == units:
            report = self._slot.read(lambda: self._attempt.check(resource, merged))
            self._pending["values"].update(report["values"])
            return
        self.flush()
        report = self._slot.read(lambda: self._attempt.check(resource, merged))
        if self.is_live:
            self._pending = report

    def flush(self) -> None:
        """Sends pending reports and checkpoints. The loop does so by itself."""
        report, self._pending = self._pending, None
        if report is not None:
            delivered = None
            if self._unsent is not None and self._unsent["resource"] == report["resource"]:
                report["checkpoint"], delivered = self._take_unsent()
            else:
                self._send_unsent_below(report["resource"])
            self._slot.act(lambda now: self._attempt.report(report, now, delivered))

    def goes_on(self) -> bool:
        """Sends pending reports and waits for the tuner where necessary; returns whether to continue training."""
        self.flush()
        if self._unsent is not None:
            self._send_unsent_below(self._unsent["resource"] + 1)
        before = self._until()
        answer = self._slot.await_answer(self._attempt)
        # A STOP may also mean that the trial continues elsewhere, from an older checkpoint.
        if answer.kind in ("PAUSE", "COMPLETE") or answer.until > before:
            self._folder.decided()
        if not answer.goes_on:
            self._folder.end()
        return answer.goes_on

    def step(self, at: Any, metrics: Mapping[str, Any],
             save: Optional[Callable[[pathlib.Path], Any]] = None) -> bool:
        """For trainers with callbacks: reports, saves at a boundary and waits there; returns whether to continue.

        save: writes the state to the given folder.
        """
        epoch = self._step.amount(self._step.units("report at resource", at))
        if not self.is_live:
            return False
        self.report(metrics, at=epoch)
        if save is not None and self.is_boundary(epoch):
            save(self.folder)
            if any(self.folder.iterdir()):
                self.saved(epoch)
        return self.goes_on()

    @property
    def answer(self) -> Optional[Answer]:
        """How the attempt ended (PAUSE, STOP or COMPLETE, and why), once it has."""
        return self._slot.read(lambda: None if self._attempt.is_live else self._attempt.answer())

    # ---- ends reported by the trainer

    def converged(self, message: str = "") -> None:
        """Training ended early by itself; the last value counts for the resources that it did not reach."""
        self._end("CONVERGED", message)

    def infeasible(self, reason: str) -> None:
        """This configuration cannot be trained anywhere; it is not tried again."""
        self._end("INFEASIBLE", reason)

    def fail(self, message: str) -> None:
        """Training failed; the tuner may try the trial again. The last 2000 characters of the message are kept."""
        self._end("FAILED", message)

    def checkpoint_lost(self, message: str) -> None:
        """The checkpoint cannot be read; the trial starts again from the beginning later."""
        self._end("CHECKPOINT_LOST", message)

    def release(self) -> None:
        """Gives the trial back; it continues later, here or elsewhere. Does not count as a failure."""
        self._end("RELEASED", "")

    def preempt(self, message: str = "") -> None:
        """Gives the trial back because this machine is preempted. Does not count as a failure."""
        self._end("PREEMPTED", message)

    def _end(self, reason: str, message: str) -> None:
        self.flush()
        if self._unsent is not None:
            self._send_unsent_below(self._unsent["resource"] + 1)
        self._slot.act(lambda now: self._attempt.end(reason, message, now))
        self._folder.end()

    # ---- with trial: an exception fails this trial, and the next one is asked for

    def __enter__(self) -> "Trial":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], problem: Optional[BaseException],
                 trace: Optional[TracebackType]) -> bool:
        if problem is None or not isinstance(problem, Exception):
            return False
        return self._slot.failed(self, problem)

    def _fail_with(self, problem: BaseException) -> None:
        if isinstance(problem, CheckpointLost):
            self.checkpoint_lost(str(problem))
        else:
            self.fail("".join(traceback.format_exception(type(problem), problem, problem.__traceback__)))

    # ---- details

    def _at(self, epoch: Any) -> Any:
        if epoch is not None:
            return epoch
        if self._epoch is None:
            raise ValueError(f"{self}: which resource is this? Use 'for epoch in trial', or give at=")
        return self._step.amount(self._epoch)

    def _take_unsent(self) -> "tuple[Record, Optional[Callable[[], None]]]":
        unsent, delivered = self._unsent, self._delivered
        self._unsent = self._delivered = None
        assert unsent is not None
        return unsent, delivered

    def _send_unsent_below(self, resource: int) -> None:
        if self._unsent is not None and self._unsent["resource"] < resource:
            unsent, delivered = self._take_unsent()
            self._slot.act(lambda now: self._attempt.checkpoint(unsent, now, delivered))
