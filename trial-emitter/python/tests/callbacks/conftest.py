"""One trial: paused at 2 and gone on with from its checkpoint, told to go on at 4, and complete at 6."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "unit"))

from fakes import FakeTransport, command, grant  # noqa: E402
from flexhb import Worker  # noqa: E402

PARAMS = {"lr": 0.1}


class OneTrial:
    def __init__(self, root):
        self._root = root
        self._saved = None
        self._paused = False
        self.reports = {}
        self.checkpoints = []
        self.transport = FakeTransport(self._answer)

    def _answer(self, transport, record):
        if record["topic"] == "workers":
            to = {"worker": "w", "askSequence": record["askSequence"], "configuration": {"values": PARAMS}}
            if not self.reports:
                answer = {**grant("START", "start", 0, 1, 2), **to}
            elif 6 in self.reports:
                answer = command("RELEASE", "release", worker="w", askSequence=record["askSequence"])
            else:
                answer = {**grant("CONTINUE", "again", 0, 2, 4, 2, checkpoint=self._saved), **to}
            transport.deliver(answer)
        elif record["kind"] == "METRICS":
            at = record["resource"]
            assert at not in self.reports or at in (2, 4, 6)
            self.reports[at] = {name: value["value"] for name, value in record["values"].items()}
            self._saved = record.get("checkpoint") or self._saved
            if at in (2, 4, 6):
                assert record["checkpoint"]["resource"] == at
                kind = {2: "PAUSE", 4: "CONTINUE", 6: "COMPLETE"}[at]
                transport.deliver(command(kind, f"at-{at}", trial=0, attempt=record["attempt"], untilResource=6))
        elif record["kind"] == "ENDED":
            raise AssertionError(record["message"])

    def train(self, train):
        """Returns what `train(trial)` returned, for each attempt."""
        results = []
        with Worker("toy", self.transport.open, name="w", checkpoints=self._root) as w:
            for trial in w:
                results.append(train(trial))
        assert [(e["trial"], e["attempt"]) for e in self.transport.events("STARTED")] == [(0, 1), (0, 2)]
        assert sorted(self.reports) == [1, 2, 3, 4, 5, 6]
        return results


@pytest.fixture
def one_trial(tmp_path):
    return OneTrial(tmp_path / "checkpoints")
