"""A study: create it, enqueue configurations, read its state."""
from __future__ import annotations

import json
import os
import pathlib
import time
import uuid
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from . import _ids
from ._codec import Codec
from ._errors import NoSuchStudy, Refused, TunerUnavailable
from ._settings import Settings
from ._topics import Place, Reading, decoded, latest, send
from ._trial import Trial
from ._values import Record
from ._views import UNKNOWN, Decision, Status, TrialView, best_of, status_after
from ._worker import Worker

Definition = Union[Mapping[str, Any], str, "os.PathLike[str]"]


class Study:
    """One study, by name; it need not exist yet. Each access reads the current state."""

    def __init__(self, name: str, settings: Settings, open_worker: Callable[..., Worker]) -> None:
        self.name = _ids.check("study", name)
        self._settings = settings
        self._codec = Codec(settings)
        self._open_worker = open_worker

    def __repr__(self) -> str:
        return f"Study({self.name!r})"

    # ---- creating and controlling

    def create(self, definition: Definition, *, wait: float = 10.0, new: bool = False) -> "Study":
        """Creates the study, or changes the limits and patience of the existing one; repeating it has no effect.

        definition: the tree of a study file (docs/study-file.md) as a dict, as YAML or JSON text, or the path of
        such a file. Its `study` may be omitted. new: creates a study under the name of a deleted one.
        """
        tree = definition_tree(definition)
        named = tree.setdefault("study", self.name)
        if named != self.name:
            raise ValueError(f"the definition is for study {named!r}, but this is {self.name!r}")
        existing = self._requested()
        if existing is None or existing["requestedState"] == "DELETED":
            if existing is not None and not new:
                raise Refused(f"a study named {self.name!r} was deleted; give new=True to create a new one")
            self._request(str(uuid.uuid4()), "ACTIVE", json.dumps(tree), wait)
            return self
        if existing["requestedState"] == "CANCELLED":
            raise Refused(
                f"study {self.name!r} was cancelled and keeps its name; delete it, or use another name")
        if new:
            raise Refused(f"study {self.name!r} exists; delete it before you create a new one under its name")
        if json.loads(existing["definition"]) != tree:
            self._request(existing["incarnation"], existing["requestedState"], json.dumps(tree), wait)
        return self

    def enqueue(self, configurations: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]], *,
                replicate: int = 1, wait: float = 10.0) -> None:
        """Lets the study try your own configurations first, in order. Each is added only once however often it is sent,
        unless `replicate` says otherwise. Missing parameters are drawn, the same for the same given part."""
        if isinstance(configurations, Mapping):
            configurations = [configurations]
        if replicate < 1:
            raise ValueError(f"replicate must be at least 1, was {replicate}")
        existing = self._existing()
        if not configurations:
            raise ValueError("no configuration was given")
        space = json.loads(existing["definition"]).get("space", {})
        record = {
            "study": self.name, "incarnation": existing["incarnation"], "source": "ENQUEUED", "replicate": replicate,
            "candidates": [typed(space, each) for each in configurations],
            "explanation": {"fill": "draw"},
            "sentAt": int(time.time() * 1000),
        }
        self._send("suggestions", record, wait)

    def pause(self, wait: float = 10.0) -> None:
        """Grants nothing new; running trials continue to their boundary."""
        self._request_state("PAUSED", wait)

    def resume(self, wait: float = 10.0) -> None:
        self._request_state("ACTIVE", wait)

    def cancel(self, wait: float = 10.0) -> None:
        """Stops all trials and keeps the results. Cannot be undone."""
        self._request_state("CANCELLED", wait)

    stop = cancel

    def delete(self, wait: float = 10.0) -> None:
        """Stops all trials and erases the study."""
        self._request_state("DELETED", wait)

    # ---- reading

    @property
    def definition(self) -> Dict[str, Any]:
        """The definition as it was sent."""
        found: Dict[str, Any] = json.loads(self._existing()["definition"])
        return found

    @property
    def direction(self) -> str:
        return str(self.definition["objective"]["direction"])

    @property
    def trials(self) -> List[TrialView]:
        """All trials, by number."""
        return self._trials(self._existing())

    @property
    def best(self) -> Optional[TrialView]:
        """The best of the trials trained furthest; None while none has a value."""
        existing = self._existing()
        objective = json.loads(existing["definition"])["objective"]
        return best_of(self._trials(existing), objective["direction"] == "minimize")

    @property
    def best_trial(self) -> TrialView:
        found = self.best
        if found is None:
            raise ValueError(f"study {self.name!r} has no value yet")
        return found

    @property
    def best_params(self) -> Dict[str, Any]:
        return self.best_trial.params

    @property
    def best_value(self) -> float:
        value = self.best_trial.value
        assert value is not None
        return value

    def trials_dataframe(self) -> Any:
        """A pandas DataFrame with one row per trial: number, value, state, resource, params_*, values at the levels as
        value_at_*, and further state."""
        try:
            import pandas
        except ImportError as missing:
            raise ImportError("trials_dataframe() needs pandas: pip install 'flexhb[pandas]'") from missing
        return pandas.DataFrame(trial_rows(self.trials))

    def decisions(self, trial: Optional[int] = None) -> List[Decision]:
        """The journal in order: all entries, or those about one trial."""
        existing = self._existing()
        with Reading(self._settings) as reading:
            reading.at_beginning(reading.partitions(self._settings.topic("decisions"), self.name))
            found = latest(reading, self._codec, lambda key: key.startswith(self.name + "/")).values()
        journal = [Decision.of(each) for each in found if each["incarnation"] == existing["incarnation"]]
        journal.sort(key=lambda each: each.sequence)
        return [each for each in journal if trial is None or each.is_about(trial)]

    @property
    def status(self) -> Status:
        """The status of the study, with the reason."""
        if self._requested() is None:
            return UNKNOWN
        status = UNKNOWN
        for decision in self.decisions():
            status = status_after(decision.facts, status)
        return status

    def wait(self, timeout: Optional[float] = None) -> Status:
        """Returns once the study is over; raises `TimeoutError` when it is not within that time."""
        incarnation = self._existing()["incarnation"]
        until = None if timeout is None else time.monotonic() + timeout
        status = UNKNOWN
        for record in self._follow(until):
            if record["incarnation"] == incarnation:
                status = status_after(record["facts"], status)
                if status.is_over:
                    return status
        raise TimeoutError(f"study {self.name!r} is {status} after {timeout} s")

    def _follow(self, until: Optional[float]) -> Iterator[Record]:
        with Reading(self._settings) as reading:
            reading.at_beginning(reading.partitions(self._settings.topic("decisions"), self.name))
            prefix = (self.name + "/").encode()
            while until is None or time.monotonic() < until:
                for message in reading.poll(0.2):
                    if message.value() is not None and (message.key() or b"").startswith(prefix):
                        yield decoded(self._codec, message.value())

    # ---- methods that users of Optuna expect

    def optimize(self, train: Callable[[Trial], Any], **worker: Any) -> None:
        """Trains trials in this process until the study is over; an exception of `train` fails only that trial."""
        with self._open_worker(self.name, **worker) as opened:
            opened.run(train)

    def enqueue_trial(self, params: Mapping[str, Any]) -> None:
        self.enqueue(params)

    @property
    def study_name(self) -> str:
        return self.name

    # ---- details

    def _trials(self, existing: Record) -> List[TrialView]:
        with Reading(self._settings) as reading:
            reading.at_beginning(reading.partitions(self._settings.topic("trials"), self.name))
            found = latest(reading, self._codec, lambda key: key.startswith(self.name + "/")).values()
        views = [TrialView.of(each) for each in found if each["incarnation"] == existing["incarnation"]]
        return sorted(views, key=lambda view: view.number)

    def _requested(self) -> Optional[Record]:
        with Reading(self._settings) as reading:
            reading.at_beginning(reading.partitions(self._settings.topic("studies"), self.name))
            return latest(reading, self._codec, lambda key: key == self.name).get(self.name)

    def _existing(self) -> Record:
        found = self._requested()
        if found is None:
            raise NoSuchStudy(
                f"there is no study {self.name!r}: create it with flexhb.study({self.name!r}).create(...)")
        return found

    def _request_state(self, state: str, wait: float) -> None:
        existing = self._existing()
        self._request(existing["incarnation"], state, existing["definition"], wait)

    def _request(self, incarnation: str, state: str, definition: str, wait: float) -> None:
        record = {"study": self.name, "incarnation": incarnation, "requestedState": state, "definition": definition,
                  "sentAt": int(time.time() * 1000)}
        self._send("studies", record, wait)

    def _send(self, topic: str, record: Record, wait: float) -> None:
        """Sends it and waits until a tuner has processed it."""
        names = {name: self._settings.topic(name) for name in ("dlq", "decisions", "studies")}
        with Reading(self._settings) as reading:
            answers = reading.partitions(names["dlq"])
            for name in ("decisions", "studies"):
                answers += reading.partitions(names[name], self.name)
            reading.at_end(answers)
            place = send(self._settings, self._codec, self._settings.topic(topic), self.name, record)
            deletion = record.get("requestedState") == "DELETED"
            until = time.monotonic() + wait
            while time.monotonic() < until:
                for message in reading.poll(0.1):
                    if self._is_answer(message, place, names, deletion):
                        return
        if wait > 0:
            raise TunerUnavailable(
                f"the request for study {self.name!r} is on {place.topic}, but no tuner processed it within {wait:g} s."
                " It takes effect as soon as one runs: 'flexhb tuner', or 'flexhb dev'")

    def _is_answer(self, message: Any, place: Place, names: Mapping[str, str], deletion: bool) -> bool:
        key = (message.key() or b"").decode("utf-8", "replace")
        if message.topic() == names["dlq"]:
            headers = {name: (value or b"").decode("utf-8", "replace") for name, value in message.headers() or []}
            told = (headers.get("flexhb.dlq.topic"), headers.get("flexhb.dlq.partition"),
                    headers.get("flexhb.dlq.offset"))
            if told == (place.topic, str(place.partition), str(place.offset)):
                raise Refused(headers.get("flexhb.dlq.reason", "no reason was given"))
            return False
        if message.topic() == names["studies"]:
            return deletion and message.value() is None and key == self.name and message.offset() > place.offset
        if deletion or message.value() is None or not key.startswith(self.name + "/"):
            return False
        entry = decoded(self._codec, message.value())
        return (entry["topic"], entry["partition"], entry["offset"]) == tuple(place)


def definition_tree(definition: Definition) -> Dict[str, Any]:
    """The tree of a study file, from any kind of source."""
    if isinstance(definition, Mapping):
        return json.loads(json.dumps(definition))  # type: ignore[no-any-return]
    text = str(definition)
    what = "the definition"
    if isinstance(definition, os.PathLike) or ("\n" not in text and ":" not in text):
        what, path = f"file {text}", pathlib.Path(text)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise ValueError(f"the study file {path} cannot be read: {problem}") from problem
    try:
        tree = json.loads(text)
    except ValueError:
        tree = _yaml(what, text)
    if not isinstance(tree, dict):
        raise ValueError(f"{what} is not a study: it must be a tree of names and values, was {type(tree).__name__}")
    return tree


def _yaml(what: str, text: str) -> Any:
    try:
        import yaml
    except ImportError as missing:
        raise ImportError(f"{what} is not JSON, and YAML needs pyyaml: pip install 'flexhb[yaml]'") from missing
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as problem:
        raise ValueError(f"{what} is not valid YAML: {problem}") from problem


def typed(space: Mapping[str, Any], configuration: Mapping[str, Any]) -> Dict[str, Any]:
    """A configuration in wire form, each value with the type that the space gives it: 3 is a double where the parameter
    is one."""
    unknown = sorted(set(configuration) - set(space))
    if unknown:
        raise ValueError(f"the study has no parameter {unknown}; it has {sorted(space)}")
    values: Dict[str, Any] = {}
    as_json: Dict[str, str] = {}
    for name, value in configuration.items():
        kind = space[name].get("type") if isinstance(space[name], Mapping) else None
        if hasattr(value, "tolist"):
            value = value.tolist()  # a numpy value
        if value is None or isinstance(value, (list, tuple)):
            as_json[name] = json.dumps(value, allow_nan=False)
        elif isinstance(value, bool):
            values[name] = ("boolean", value)
        elif isinstance(value, (int, float)) and kind == "double":
            values[name] = ("double", float(value))
        elif isinstance(value, int) or (isinstance(value, float) and kind == "int" and value.is_integer()):
            values[name] = ("long", int(value))
        elif isinstance(value, float):
            values[name] = ("double", value)
        elif isinstance(value, str):
            values[name] = ("string", value)
        else:
            raise ValueError(f"parameter {name} is {value!r}: give a string, a number, a boolean, None or a list")
    return {"values": values, "json": as_json}


def trial_rows(trials: Sequence[TrialView]) -> List[Dict[str, Any]]:
    """One row per trial, for a table."""
    rows = []
    for trial in trials:
        row: Dict[str, Any] = {
            "number": trial.number, "value": trial.value, "state": trial.state, "resource": trial.resource}
        row.update({f"params_{name}": value for name, value in sorted(trial.params.items())})
        row.update({f"value_at_{at}": value for at, value in trial.values.items()})
        row.update({
            "origin": trial.origin, "bracket": trial.bracket, "attempt": trial.attempt, "failures": trial.failures,
            "revivals": trial.revivals, "worker": trial.worker, "reason": trial.reason, "updated": trial.updated})
        rows.append(row)
    return rows
