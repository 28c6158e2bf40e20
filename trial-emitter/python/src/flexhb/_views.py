"""Read-only views of a study: trials, decisions and status."""
from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Optional

from ._values import Record, Step, params

OVER = ("FINISHED", "CLOSED", "CANCELLED", "DELETED")


@dataclass(frozen=True)
class TrialView:
    """The state of a trial. `value` is the objective at `resource`, the highest resource with a value."""

    number: int
    state: str
    value: Optional[float]
    resource: float  # an int where the study counts whole numbers
    params: Dict[str, Any]
    values: Dict[float, float]
    origin: str
    bracket: int
    rung: int
    attempt: int
    failures: int
    revivals: int
    worker: str
    checkpoint: Optional[str]
    reason: str
    updated: datetime.datetime

    @staticmethod
    def of(record: Record) -> "TrialView":
        step = Step.of(record)
        return TrialView(
            record["trial"], record["status"], record["value"], step.amount(record["resource"]),
            params(record["configuration"]),
            {step.amount(at): value for at, value in sorted((int(key), value) for key, value in record["values"].items())},
            record["origin"], record["bracket"], record["rung"], record["attempt"], record["failures"],
            record["revivals"], record["worker"],
            record["checkpoint"]["reference"] if record["checkpoint"] else None,
            record["reason"], record["updatedAt"])


@dataclass(frozen=True)
class Reason:
    """Why one thing was decided."""

    rule: str
    trial: Optional[int]
    text: str
    values: Dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """An entry of the journal: the input, the changes, the commands, and the reasons."""

    sequence: int
    time: datetime.datetime
    input: Optional[Record]
    facts: List[Record]
    commands: List[Record]
    reasons: List[Reason]

    @staticmethod
    def of(record: Record) -> "Decision":
        reasons = [
            Reason(each["rule"], each["trial"] if each["trial"] >= 0 else None, each["text"], dict(each["values"]))
            for each in record["reasons"]]
        return Decision(
            record["sequence"], record["time"], record["input"], record["facts"], record["commands"], reasons)

    def is_about(self, trial: int) -> bool:
        parts = [each["trial"] for each in self.facts + self.commands] + [each.trial for each in self.reasons]
        return trial in parts or (self.input or {}).get("trial", -1) == trial

    def __str__(self) -> str:
        texts = "; ".join(each.text for each in self.reasons) or ", ".join(each["type"] for each in self.facts)
        return f"{self.sequence}  {self.time:%H:%M:%S}  {texts}"


@dataclass(frozen=True)
class Status:
    """ACTIVE, PAUSED, FINISHED, CLOSED, CANCELLED or DELETED, and why; UNKNOWN before a tuner has handled it."""

    name: str
    reason: str = ""

    @property
    def is_over(self) -> bool:
        return self.name in OVER

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}" if self.reason else self.name


UNKNOWN = Status("UNKNOWN")


def status_after(facts: Iterable[Record], status: Status) -> Status:
    for fact in facts:
        if fact["type"] == "StudyCreated":
            status = Status("ACTIVE")
        elif fact["type"] == "StatusChanged":
            status = Status(fact["fields"].get("status", "UNKNOWN"), fact["fields"].get("reason", ""))
    return status


def best_of(trials: Iterable[TrialView], minimize: bool) -> Optional[TrialView]:
    """The best trial. Values at different resources are not comparable, so the highest resource comes first."""
    standing = [trial for trial in trials if trial.value is not None and trial.state != "FAILED"]
    sign = 1.0 if minimize else -1.0
    return min(standing, key=lambda t: (-t.resource, sign * (t.value or 0.0), t.number), default=None)
