"""The tuner's side, played below the transport: three trials, rungs at 1, 3 and 9, of which trial 0 always wins; then
trial 1 is revived once. It keeps the rules for lost, doubled and late messages, but knows no leases."""
from __future__ import annotations

import queue
import threading
from typing import Any, Callable, Dict, List, Optional

INCARNATION = "11111111-1111-1111-1111-111111111111"


def command(kind: str, id: str, **fields: Any) -> Dict[str, Any]:
    return {"study": "toy", "incarnation": INCARNATION, "id": id, "kind": kind, "worker": "", "slot": 0,
            "askSequence": -1, "trial": -1, "attempt": 0, "fromResource": 0, "untilResource": 0, "configuration": None,
            "checkpoint": None, "waitMillis": 200, "leaseMillis": 600, "reason": f"why {id}", **fields}


def grant(kind: str, id: str, trial: int, attempt: int, until: int, start: int = 0, **fields: Any) -> Dict[str, Any]:
    return command(kind, id, trial=trial, attempt=attempt, fromResource=start, untilResource=until,
                   configuration={"values": {"x": trial / 10}}, **fields)


class FakeTransport:
    """Keeps what is sent, hands it to whoever answers, and delivers commands on a thread of its own, later."""

    def __init__(self, answer: Optional[Callable[["FakeTransport", Dict[str, Any]], None]] = None) -> None:
        self.sent: List[Dict[str, Any]] = []
        self.followed: List[str] = []
        self.closed = False
        self.flushed = 0
        self.on_command: Callable[[Dict[str, Any]], None] = lambda command: None
        self.answer = answer
        self.disturb: Callable[[Dict[str, Any]], List[Dict[str, Any]]] = lambda command: [command]
        self._queue: "queue.Queue[Optional[Dict[str, Any]]]" = queue.Queue()
        self._thread = threading.Thread(target=self._deliver_all, daemon=True)
        self._thread.start()

    def open(self, on_command: Callable[[Dict[str, Any]], None]) -> "FakeTransport":
        self.on_command = on_command
        return self

    def deliver(self, command: Dict[str, Any]) -> None:
        for each in self.disturb(command):
            self._queue.put(each)

    def _deliver_all(self) -> None:
        while (command := self._queue.get()) is not None:
            self.on_command(command)

    def follow(self, study: str) -> None:
        self.followed.append(study)

    def send_ask(self, record: Dict[str, Any]) -> None:
        self._send({"topic": "workers", **record})

    def send_event(self, record: Dict[str, Any], delivered: Optional[Callable[[], None]] = None) -> None:
        self._send({"topic": "metrics", **record})
        if delivered is not None:
            delivered()

    def _send(self, record: Dict[str, Any]) -> None:
        self.sent.append(record)
        if self.answer is not None:
            self.answer(self, record)

    def flush(self, seconds: float) -> int:
        self.flushed += 1
        return 0

    def close(self, seconds: float) -> int:
        self.closed = True
        self._queue.put(None)
        return 0

    def events(self, kind: Optional[str] = None) -> List[Dict[str, Any]]:
        return [each for each in list(self.sent) if each["topic"] == "metrics" and kind in (None, each["kind"])]

    def asks(self) -> List[Dict[str, Any]]:
        return [each for each in list(self.sent) if each["topic"] == "workers"]


class FakeTuner:
    """See above. `disturb` decides what becomes of a record on its way in: how often it arrives."""

    TRIALS = 3

    def __init__(self, disturb: Callable[[Dict[str, Any]], int] = lambda record: 1) -> None:
        self.transport = FakeTransport(lambda _, record: self._take(record))
        self.journal: List[str] = []
        self.values: Dict[int, Dict[int, float]] = {}
        self._disturb = disturb
        self._lock = threading.RLock()
        self._asks: Dict[int, Dict[str, Any]] = {}
        self._in_force: Dict[int, Dict[str, Any]] = {}
        self._live: Dict[int, Optional[int]] = {}
        self._saved: Dict[int, Dict[str, Any]] = {}
        self._going_on: List[tuple] = []
        self._ids = 0

    def _take(self, record: Dict[str, Any]) -> None:
        with self._lock:
            for _ in range(self._disturb(record)):
                (self._asked if record["topic"] == "workers" else self._heard)(record)

    def _asked(self, ask: Dict[str, Any]) -> None:
        newest = self._asks.get(ask["slot"])
        if newest is not None and ask["askSequence"] < newest["askSequence"]:
            return
        if newest is None or ask["askSequence"] > newest["askSequence"]:
            for trial, slot in self._live.items():
                if slot == ask["slot"]:
                    self.journal.append(f"lost {trial}")
                    self._live[trial] = None
                    force = self._in_force[trial]
                    self._going_on.insert(0, (trial, force["fromResource"], force["untilResource"], "CONTINUE"))
            self._answer(ask)
        self.transport.deliver(self._asks[ask["slot"]])

    def _answer(self, ask: Dict[str, Any]) -> None:
        self._ids += 1
        to = {"worker": ask["worker"], "slot": ask["slot"], "askSequence": ask["askSequence"]}
        if self._going_on:
            trial, start, until, kind = self._going_on.pop(0)
            attempt = self._in_force[trial]["attempt"] + 1
            saved = self._saved.get(trial)
            answer = grant(kind, f"c{self._ids}", trial, attempt, until, start if saved else 0, checkpoint=saved, **to)
        elif len(self.values) < self.TRIALS:
            trial = len(self.values)
            self.values[trial] = {}
            answer = grant("START", f"c{self._ids}", trial, 1, 1, **to)
        else:
            answer = command("RELEASE" if self._is_over() else "WAIT", f"c{self._ids}", **to)
        if answer["trial"] >= 0:
            self._in_force[answer["trial"]] = answer
            self._live[answer["trial"]] = ask["slot"]
            self.journal.append(f"{answer['kind']} {answer['trial']}#{answer['attempt']}")
        self._asks[ask["slot"]] = answer

    def _heard(self, event: Dict[str, Any]) -> None:
        trial, force = event["trial"], self._in_force[event["trial"]]
        if event["attempt"] < force["attempt"]:
            self.transport.deliver(command("STOP", f"zombie-{trial}-{event['attempt']}", trial=trial,
                                           attempt=event["attempt"]))
            return
        if event.get("checkpoint") and event["checkpoint"]["resource"] >= self._saved.get(trial, {}).get("resource", 0):
            self._saved[trial] = event["checkpoint"]
        if event["kind"] == "ENDED" and self._live[trial] is not None:
            self.journal.append(f"{event['endReason']} {trial}")
            self._live[trial] = None
            if event["endReason"] in ("CONVERGED", "INFEASIBLE"):
                self.values[trial].update({1: 9.0, 3: 9.0, 9: 9.0})
            else:
                start = self._saved.get(trial, {}).get("resource", 0)
                if event["endReason"] == "CHECKPOINT_LOST":
                    self._saved.pop(trial, None)
                    start = 0
                self._going_on.append((trial, start, force["untilResource"], "CONTINUE"))
            return
        if event["kind"] == "METRICS" and event["resource"] not in self.values[trial]:
            self.values[trial][event["resource"]] = event["values"]["loss"]["value"]
            if self._live[trial] is not None and event["resource"] >= force["untilResource"]:
                self._boundary(trial, event["resource"])
                return
        if event["commandSeen"] != force["id"] or self._live[trial] is None:
            self.transport.deliver(force)

    def _boundary(self, trial: int, resource: int) -> None:
        if (trial, resource) == (0, 3):
            self._decide("CONTINUE", 0, until=9)
            self._going_on.append((1, 1, 3, "REVIVE"))
        elif (trial, resource) == (0, 9):
            self._decide("COMPLETE", 0)
        elif (trial, resource) == (1, 3):
            self._decide("STOP", 1)
        elif len(self.values) == self.TRIALS and all(1 in each for each in self.values.values()):
            self._decide("STOP" if trial else "PAUSE", trial)
            self._going_on.insert(0, (0, 1, 3, "CONTINUE"))
        else:
            self._decide("PAUSE", trial)
        self._wake()

    def _decide(self, kind: str, trial: int, until: int = 0) -> None:
        self._ids += 1
        force = self._in_force[trial]
        decided = command(kind, f"c{self._ids}", trial=trial, attempt=force["attempt"], untilResource=until)
        self._in_force[trial] = decided
        if kind != "CONTINUE":
            self._live[trial] = None
        self.journal.append(f"{kind} {trial}#{force['attempt']}")
        self.transport.deliver(decided)

    def _wake(self) -> None:
        for slot, answer in list(self._asks.items()):
            if answer["kind"] == "WAIT" and (self._going_on or self._is_over()):
                self._answer(answer)
                self.transport.deliver(self._asks[slot])

    def _is_over(self) -> bool:
        return 9 in self.values.get(0, {}) and 3 in self.values.get(1, {}) and 2 in self.values
