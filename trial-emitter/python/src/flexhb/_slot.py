"""One slot: it asks, repeats the ask until it is answered, has its attempt, and knows its suspended trials."""
from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

from ._attempt import GRANTS, NEVER, Address, Attempt
from ._transport import Transport
from ._values import Record

# An unanswered ask is repeated after this many milliseconds.
DEFAULT_WAIT_MILLIS = 5_000
_COMMANDS_REMEMBERED = 64


class SeenCommands:
    """Ids of the newest commands that had an effect. The tuner repeats only the command in force: few are enough."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._ids: Dict[Any, None] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._ids

    def add(self, key: Any) -> bool:
        """Remembers the key; returns whether it is new."""
        new = key not in self._ids
        self._ids[key] = None
        if len(self._ids) > self._capacity:
            del self._ids[next(iter(self._ids))]
        return new


class Slot:
    """The protocol of one slot. No threads, no locks: it belongs to whoever holds its lock."""

    def __init__(self, address: Address, out: Transport, on_drop: Callable[[Any], None] = lambda state: None) -> None:
        self.address = address
        self.state = "NEW"  # then ASKING, GRANTED, RELEASED or DISPLACED
        self.attempt: Optional[Attempt] = None
        self.unknown_study = False  # whether the tuner answered that there is no such study
        self.wait_reason = ""  # the tuner's last reason for a waiting ask
        self._out = out
        self._on_drop = on_drop
        self._seen = SeenCommands(_COMMANDS_REMEMBERED)
        self._holding: Dict[int, Tuple[int, Any]] = {}
        # That of the last grant. A WAIT may name one that never exists, because its study may not exist yet.
        self._incarnation: Optional[str] = None
        self._sequence = 0
        self._wait = DEFAULT_WAIT_MILLIS
        self._asked_at = 0

    @property
    def is_training(self) -> bool:
        return self.attempt is not None and self.attempt.is_live

    def ask(self, sequence: int, now: int) -> None:
        """Asks for work, with a higher number than any earlier ask. A released slot sends nothing."""
        if self.is_training:
            raise RuntimeError(f"slot {self.address} asks while its attempt is live")
        if sequence <= self._sequence:
            raise ValueError(f"ask {sequence} of slot {self.address} follows ask {self._sequence}")
        if self.state not in ("RELEASED", "DISPLACED"):
            self.state, self._sequence, self._wait = "ASKING", sequence, DEFAULT_WAIT_MILLIS
            self._send_ask(now)

    def hold(self, ended: Attempt, state: Any) -> None:
        """Holds the ended attempt's trial; the state is returned with the grant that continues from here."""
        if ended.is_live:
            raise RuntimeError(f"{ended.name} is being trained: hold it once it is paused")
        self._drop(ended.grant["trial"])
        self._holding[ended.grant["trial"]] = (ended.resource, state)

    def drop_all(self) -> None:
        for trial in list(self._holding):
            self._drop(trial)

    def tick(self, now: int) -> None:
        """Does what is due: repeats an ask or sends a heartbeat."""
        if now < self.due():
            return
        if self.state == "ASKING":
            self._send_ask(now)
        elif self.attempt is not None:
            self.attempt.tick(now)

    def due(self) -> int:
        if self.state == "ASKING":
            return self._asked_at + self._wait
        if self.state in ("GRANTED", "DISPLACED") and self.attempt is not None:
            return self.attempt.due()
        return NEVER

    def on(self, command: Record, now: int) -> bool:
        """Handles a command of the study, for any addressee; returns whether it changed anything here."""
        if self._is_for_a_namesake(command):
            self.state = "DISPLACED"
            if self.attempt is not None:
                self.attempt.on(command)
            return True
        key = (command["incarnation"], command["id"])  # ids are unique within an incarnation only
        if key in self._seen:
            return False
        if self._is_answer(command):
            effective = self._answered(command, now)
        else:
            effective = self._overheard(command)
        if effective:
            self._seen.add(key)
        return effective

    def _is_for_a_namesake(self, command: Record) -> bool:
        """Whether the command answers a newer ask than any of this process, so that another process has its name. An
        earlier process of this name had lower ask numbers."""
        return (
            self.state in ("ASKING", "GRANTED")
            and self.address.is_addressee(command)
            and command["askSequence"] > self._sequence)

    def _is_answer(self, command: Record) -> bool:
        return (
            self.state == "ASKING"
            and self.address.is_addressee(command)
            and command["askSequence"] == self._sequence)

    def _answered(self, command: Record, now: int) -> bool:
        if command["kind"] in GRANTS:
            self._granted(command, now)
            return True
        if command["kind"] == "WAIT":
            self._wait = command["waitMillis"] if command["waitMillis"] > 0 else DEFAULT_WAIT_MILLIS
            self.wait_reason = command["reason"]
            self.unknown_study = command["id"].startswith("wait:")
            return True
        return command["kind"] == "RELEASE" and self._released()

    def _granted(self, command: Record, now: int) -> None:
        held = self._take_suspended(command["trial"], command["fromResource"])
        self._incarnation = command["incarnation"]
        self.attempt = Attempt(self.address, command, held, self._out)
        self.state = "GRANTED"
        self.attempt.start(now)

    def _take_suspended(self, trial: int, resource: int) -> Any:
        """The state of the trial if it is suspended exactly there; any other state is useless."""
        if self._holding.get(trial, (None, None))[0] == resource:
            return self._holding.pop(trial)[1]
        self._drop(trial)
        return None

    def _drop(self, trial: int) -> bool:
        if trial not in self._holding:
            return False
        self._on_drop(self._holding.pop(trial)[1])
        return True

    def _released(self) -> bool:
        self.state = "RELEASED"
        self.drop_all()
        return True

    def _overheard(self, command: Record) -> bool:
        """Handles a command that does not answer an ask, about the current trial or a suspended one."""
        ended = self.attempt is not None and self.attempt.on(command)
        dropped = self._ends_hold(command) and self._drop(command["trial"])
        released = self._is_release_unasked(command) and self._released()
        return ended or dropped or released

    def _ends_hold(self, command: Record) -> bool:
        """Whether the command drops a suspended trial: it continued elsewhere or can never continue."""
        if command["kind"] in ("DISCARD_CHECKPOINT", "COMPLETE"):
            return True
        return command["kind"] in GRANTS and self.address.is_for_another(command)

    def _is_release_unasked(self, command: Record) -> bool:
        """Whether a parked slot is released without having asked again."""
        return (
            command["kind"] == "RELEASE"
            and self.state == "ASKING"
            and command["askSequence"] < 0
            and not self.address.is_for_another(command))

    def _send_ask(self, now: int) -> None:
        self._asked_at = now
        self._out.send_ask({
            "study": self.address.study,
            "incarnation": self._incarnation,
            "worker": self.address.worker,
            "slot": self.address.slot,
            "askSequence": self._sequence,
            "holding": [{"trial": trial, "resource": self._holding[trial][0]} for trial in sorted(self._holding)],
            "lastAttempt": self.attempt.account if self.attempt is not None else None,
            "sentAt": now,
        })
