"""One attempt, from its grant to its end: reports, heartbeats, and the answers to boundary reports."""
from __future__ import annotations

from typing import Any, Callable, Mapping, NamedTuple, Optional

from ._transport import Transport
from ._values import Record, Step, metric_values

GRANTS = ("START", "CONTINUE", "REVIVE")
ENDS = ("PAUSE", "STOP", "COMPLETE")
MAX_REFERENCE = 1024
MAX_MESSAGE = 2000
# The lease assumed for a grant that names none.
DEFAULT_LEASE_MILLIS = 30_000
NEVER = 2**63


class Address(NamedTuple):
    """The tuner's address of one training thread."""

    study: str
    worker: str
    slot: int

    def is_addressee(self, command: Record) -> bool:
        return bool(command["worker"] == self.worker and command["slot"] == self.slot)

    def is_for_another(self, command: Record) -> bool:
        return bool(command["worker"]) and not self.is_addressee(command)

    def __str__(self) -> str:
        return f"{self.study}/{self.worker}#{self.slot}"


class Answer(NamedTuple):
    """What an attempt has to do: CONTINUE, or how it ended."""

    kind: str
    until: int
    reason: str

    @property
    def goes_on(self) -> bool:
        return self.kind == "CONTINUE"


class Attempt:
    """The protocol of one grant. All times are milliseconds of a clock that never goes back. No threads, no locks.

    It counts in units; the resources that `check` and `checked_checkpoint` take are amounts.
    """

    def __init__(self, address: Address, grant: Record, held: Any, out: Transport) -> None:
        self.grant = grant
        self.step = Step.of(grant)
        self.held = held
        self.until: int = grant["untilResource"]
        # How it ended, for the slot's next ask: the ask is on another topic than ENDED and may be read first.
        self.account: Optional[Record] = None
        self._address = address
        self._out = out
        self._seen: str = grant["id"]
        self._newest: Optional[Record] = None
        self._end: Optional[Answer] = None
        self._last_sign = 0
        lease = grant["leaseMillis"] if grant["leaseMillis"] > 0 else DEFAULT_LEASE_MILLIS
        self.silence_millis: int = max(1, lease // 3)

    def start(self, now: int) -> None:
        self._send("STARTED", now)

    @property
    def resource(self) -> int:
        """Newest reported resource, or fromResource before the first report."""
        return int(self._newest["resource"] if self._newest else self.grant["fromResource"])

    @property
    def is_live(self) -> bool:
        return self._end is None

    @property
    def is_waiting(self) -> bool:
        """Whether the boundary was reported and its answer has not arrived."""
        return self.is_live and self._newest is not None and self.resource >= self.until

    def answer(self) -> Optional[Answer]:
        """What to do now; None while the answer to a boundary report is awaited."""
        if self._end is not None:
            return self._end
        return None if self.is_waiting else Answer("CONTINUE", self.until, "")

    def check(self, resource: Any, values: Mapping[str, Any]) -> Record:
        """The report in wire form, checked against earlier reports."""
        at = self.step.units("report at resource", resource)
        if at <= self.grant["fromResource"]:
            raise ValueError(self._not_absolute("report", at))
        if self._newest is not None and at <= self.resource:
            raise ValueError(
                f"report at resource {self.step.text(at)} of {self.name}: resource {self.step.text(self.resource)} was"
                " already reported; the resource must increase with each report")
        return {"resource": at, "values": metric_values(self.step.text(at), values)}

    def report(self, report: Record, now: int, delivered: Optional[Callable[[], None]] = None) -> None:
        """Sends a checked report. After the end of the attempt nothing is sent."""
        if self.is_live:
            self._newest = report
            self._send("METRICS", now, delivered, **report)

    def checkpoint(
        self, checkpoint: Record, now: int, delivered: Optional[Callable[[], None]] = None
    ) -> None:
        """Reports where state was saved between boundaries."""
        if self.is_live:
            self._send("CHECKPOINT", now, delivered, checkpoint=checkpoint)

    def checked_checkpoint(self, resource: Any, reference: str) -> Record:
        at = self.step.units("checkpoint at resource", resource)
        if at < self.grant["fromResource"]:
            raise ValueError(self._not_absolute("checkpoint", at))
        if not reference.strip() or len(reference) > MAX_REFERENCE:
            raise ValueError(
                f"checkpoint reference of {self.name} at resource {self.step.text(at)} has {len(reference)}"
                f" characters: give a path, URL or key of 1 to {MAX_REFERENCE}")
        return {"resource": at, "reference": reference}

    def end(self, reason: str, message: str, now: int) -> None:
        """Reports the end of the attempt. After the end nothing is sent."""
        if self.is_live:
            kept = message[-MAX_MESSAGE:]
            last = {key: self._newest[key] for key in ("resource", "values")} if self._newest else {}
            self._send("ENDED", now, endReason=reason, message=kept, **last)
            self.account = {
                "incarnation": self.grant["incarnation"],
                "trial": self.grant["trial"],
                "attempt": self.grant["attempt"],
                "reason": reason,
                "message": kept,
                **last,
            }
            self._end = Answer("STOP", self.resource, f"ended here: {reason}")

    def tick(self, now: int) -> None:
        """Sends a heartbeat when one is due. While an answer is awaited, the report is sent again instead."""
        if now < self.due():
            return
        if self.is_waiting and self._newest is not None:
            self._send("METRICS", now, **self._newest)
        else:
            self._send("HEARTBEAT", now)

    def due(self) -> int:
        return self._last_sign + self.silence_millis if self.is_live else NEVER

    def on(self, command: Record) -> bool:
        """Handles a command; returns whether it had an effect."""
        grant = self.grant
        if not self.is_live or command["trial"] != grant["trial"] or command["incarnation"] != grant["incarnation"]:
            return False
        kind, own = command["kind"], command["attempt"] == grant["attempt"]
        if kind == "CONTINUE" and own:
            return self._go_on(command)
        if kind in GRANTS:
            return self._fenced_by(command)
        if kind in ENDS and own:
            self._seen = command["id"]
            self._end = Answer(kind, self.resource, command["reason"])
            return True
        return False

    def _go_on(self, command: Record) -> bool:
        """Handles a CONTINUE; one that grants no more than is already granted is outdated."""
        if command["untilResource"] <= self.until:
            return False
        self.until = command["untilResource"]
        self._seen = command["id"]
        return True

    def _fenced_by(self, command: Record) -> bool:
        """Handles the grant of a newer attempt of the trial: the tuner considers this one lost."""
        if command["attempt"] <= self.grant["attempt"]:
            return False
        reason = f"attempt {command['attempt']} of the trial was granted to {command['worker']}"
        self._end = Answer("STOP", self.resource, reason)
        return True

    @property
    def name(self) -> str:
        return f"trial {self.grant['trial']} of study {self._address.study}"

    def _not_absolute(self, what: str, resource: int) -> str:
        start, at, first = (self.step.text(each) for each in (self.grant["fromResource"], resource, 1))
        if self.grant["fromResource"] == 0:
            return f"{what} at resource {at} of {self.name}: resources count from {first}"
        return (
            f"{what} at resource {at} of {self.name}, which continues from {start}: does the resumed trainer"
            f" count from {first} again? Resources are absolute: report {start} plus what was trained since the resume")

    def _send(self, kind: str, now: int, delivered: Optional[Callable[[], None]] = None, **fields: Any) -> None:
        self._last_sign = now
        record: Record = {
            "study": self._address.study,
            "incarnation": self.grant["incarnation"],
            "trial": self.grant["trial"],
            "attempt": self.grant["attempt"],
            "worker": self._address.worker,
            "slot": self._address.slot,
            "commandSeen": self._seen,
            "kind": kind,
            "sentAt": now,
        }
        record.update(fields)
        self._out.send_event(record, delivered)
