"""One slot: it asks, repeats the ask until answered, holds its attempt, and knows its suspended trials."""
from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

from ._attempt import GRANTS, NEVER, Address, Attempt
from ._transport import Transport
from ._values import Record

# An ask that got no answer at all is repeated after this many milliseconds.
DEFAULT_WAIT_MILLIS = 5_000
_COMMANDS_REMEMBERED = 64


class SeenCommands:
    """Ids of the newest commands that had an effect. The tuner only repeats the command in force: few are enough."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._ids: Dict[Any, None] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._ids

    def add(self, key: Any) -> bool:
        """Whether it is new."""
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
        self.unknown_study = False  # whether that was that there is no such study
        self.heard = ""  # what the tuner said last about an ask that still waits
        self._out = out
        self._on_drop = on_drop
        self._seen = SeenCommands(_COMMANDS_REMEMBERED)
        self._holding: Dict[int, Tuple[int, Any]] = {}
        # Of the last grant. A WAIT may name none that will ever be: its study may not exist yet.
        self._incarnation: Optional[str] = None
        self._sequence = 0
        self._wait = DEFAULT_WAIT_MILLIS
        self._asked_at = 0

    @property
    def is_training(self) -> bool:
        return self.attempt is not None and self.attempt.is_live

    def ask(self, sequence: int, now: int) -> None:
        """Asks for work, with a number higher than that of any earlier ask. Once released, nothing is sent."""
        if self.is_training:
            raise RuntimeError(f"slot {self.address} asks while its attempt is live")
        if sequence <= self._sequence:
            raise ValueError(f"ask {sequence} of slot {self.address} follows ask {self._sequence}")
        if self.state not in ("RELEASED", "DISPLACED"):
            self.state, self._sequence, self._wait = "ASKING", sequence, DEFAULT_WAIT_MILLIS
            self._send_ask(now)

    def hold(self, ended: Attempt, state: Any) -> None:
        """Keeps the trial of the ended attempt in this slot; given back with the grant that goes on from here."""
        if ended.is_live:
            raise RuntimeError(f"{ended.name} is being trained: hold it once it is paused")
        self._drop(ended.grant["trial"])
        self._holding[ended.grant["trial"]] = (ended.resource, state)

    def drop_all(self) -> None:
        for trial in list(self._holding):
            self._drop(trial)

    def tick(self, now: int) -> None:
        """Does what has become due: repeats an ask, sends a sign of life."""
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
        """Takes a command of the study, whoever it is for; returns whether it changed anything here."""
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
        """An answer to an ask newer than any of this process. One that ended before it asked less."""
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
            self.heard = command["reason"]
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
        """The state of the trial when it is suspended exactly there; any other is of no use."""
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
        """A command that does not answer an ask: about the trial in hand, or about a suspended one."""
        ended = self.attempt is not None and self.attempt.on(command)
        dropped = self._ends_hold(command) and self._drop(command["trial"])
        released = self._is_release_unasked(command) and self._released()
        return ended or dropped or released

    def _ends_hold(self, command: Record) -> bool:
        """A suspended trial is of no use once it went on elsewhere or can never go on."""
        if command["kind"] in ("DISCARD_CHECKPOINT", "COMPLETE"):
            return True
        return command["kind"] in GRANTS and self.address.is_for_another(command)

    def _is_release_unasked(self, command: Record) -> bool:
        """A parked slot may be told to leave without having asked again."""
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
