"""Studies that count in steps of their own: 0.1 of an epoch, 1000 rows."""
import datetime
import math
import sys
import types

import pytest

from fakes import INCARNATION, FakeTransport, command, grant
from flexhb import Worker
from flexhb._values import Step
from flexhb._views import TrialView, best_of


def worker_on(tmp_path, until, start=0, step=0.1, checkpoint=None):
    """One trial, completed at its boundary."""
    def answer(transport, record):
        if record["topic"] == "workers":
            to = {key: record[key] for key in ("worker", "slot", "askSequence")}
            first = len(transport.asks()) == 1
            transport.deliver(
                grant("START", "c1", 0, 1, until, start, resourceStep=step, checkpoint=checkpoint, **to) if first
                else command("RELEASE", "c2", **to))
        elif record["kind"] == "METRICS" and record["resource"] >= until:
            transport.deliver(command("COMPLETE", "c3", trial=0, attempt=1))

    transport = FakeTransport(answer)
    return transport, Worker("toy", transport.open, name="w", checkpoints=tmp_path)


@pytest.mark.parametrize("step, amount, units", [
    (0.1, 0.3, 3), (0.1, 0.1 + 0.2, 3), (0.1, 7 * 0.1, 7), (0.1, 1, 10), (0.1, 1.0, 10), (0.25, 1.75, 7),
    (1000.0, 27_000, 27), (None, 27, 27), (None, 27.0, 27), (1e-5, 0.00003, 3),
])
def test_should_take_an_amount_for_its_units(step, amount, units):
    assert Step(step).units("report at resource", amount) == units


@pytest.mark.parametrize("step, amount, message", [
    (0.1, 0.25, r"multiples of the study's resource.step 0.1, report 0.2 or 0.3"),
    (0.1, 0.05, r"report 0.1$"),
    (0.1, 0.2999, r"report 0.2 or 0.3"),
    (None, 1.5, r"whole numbers from 1, unless the study has a resource.step, report 1 or 2"),
    (1000.0, 1500, r"report 1000 or 2000"),
    (0.1, math.nan, "multiples"), (0.1, math.inf, "multiples"), (0.1, "0.3", "multiples"), (0.1, None, "multiples"),
    (0.1, True, "multiples"),
])
def test_should_round_nothing(step, amount, message):
    with pytest.raises(ValueError, match=message):
        Step(step).units("report at resource", amount)


@pytest.mark.parametrize("step, units, amount, text", [
    (0.1, 3, 0.3, "0.3"), (0.1, 10, 1.0, "1"), (1000.0, 3, 3000, "3000"), (None, 3, 3, "3"), (0.1, 0, 0.0, "0"),
])
def test_should_show_units_as_amounts(step, units, amount, text):
    shown = Step(step).amount(units)
    assert (shown, type(shown)) == (amount, type(amount))
    assert Step(step).text(units) == text


def test_should_read_back_each_amount():
    for step in (0.1, 0.05, 0.25, 0.3, 0.001, 0.123456, 7.0, 1000.0):
        for units in (1, 3, 9, 27, 81, 999, 123_457):
            assert Step(step).units("", Step(step).amount(units)) == units
            assert Step(step).units("", units * step) == units


def test_should_train_in_the_steps_of_the_study(tmp_path, caplog):
    caplog.set_level("INFO")
    transport, opened = worker_on(tmp_path, until=3)
    with opened:
        trial = next(iter(opened))
        assert (trial.start, trial.until, trial.step_size) == (0.0, 0.3, 0.1)
        seen = []
        for part in trial:
            seen.append(part)
            trial.report(loss=1 - part)
            if trial.is_boundary(part):
                (trial.folder / "state").write_text("x")
                trial.saved()
        assert seen == [0.1, 0.2, 0.3]
        assert trial.resource == 0.3
    reports = transport.events("METRICS")
    assert [each["resource"] for each in reports] == [1, 2, 3]
    assert reports[2]["checkpoint"]["resource"] == 3
    assert "from 0 until 0.3" in caplog.text


def test_should_report_at_what_the_trainer_counts_itself(tmp_path):
    transport, opened = worker_on(tmp_path, until=3)
    with opened:
        trial = next(iter(opened))
        assert trial.step(0.1 + 0.1, {"loss": 0.5})
        with pytest.raises(ValueError, match="report 0.2 or 0.3"):
            trial.report(loss=0.4, at=0.25)
        with pytest.raises(ValueError, match="resource 0.2 was already reported"):
            trial.report(loss=0.4, at=0.2)
        assert not trial.step(0.3, {"loss": 0.3})
    assert [each["resource"] for each in transport.events("METRICS")] == [2, 3]


def test_should_fail_the_trial_that_reports_between_two_steps_and_say_why(tmp_path):
    transport, opened = worker_on(tmp_path, until=3)
    with opened:
        with next(iter(opened)) as trial:
            trial.report(loss=0.5, at=0.25)
    ended = transport.events("ENDED")[0]
    assert ended["endReason"] == "FAILED" and "report 0.2 or 0.3" in ended["message"]
    assert not transport.events("METRICS")


def test_should_go_on_from_where_the_grant_says(tmp_path):
    saved = {"resource": 3, "reference": "s3://mine"}
    _, opened = worker_on(tmp_path, until=9, start=3, checkpoint=saved)
    with opened:
        trial = next(iter(opened))
        assert trial.start == 0.3 and trial.is_saved_at_start
        assert next(iter(trial)) == 0.4
        with pytest.raises(ValueError, match="does the resumed trainer count from 0.1 again"):
            trial.report(loss=0.5, at=0.1)
        trial.release()


def test_should_show_trials_in_the_users_unit():
    record = {
        "trial": 0, "status": "PAUSED", "value": 0.5, "resource": 3, "configuration": {"values": {}},
        "values": {"3": 0.5, "1": 0.7, "10": 0.4}, "origin": "fgf", "bracket": 0, "rung": 0, "attempt": 1,
        "failures": 0, "revivals": 0, "worker": "", "checkpoint": None, "reason": "", "incarnation": INCARNATION,
        "updatedAt": datetime.datetime(2026, 1, 1), "resourceStep": 0.1}
    view = TrialView.of(record)
    assert view.resource == 0.3
    assert view.values == {0.1: 0.7, 0.3: 0.5, 1.0: 0.4}
    assert best_of([view], minimize=True) is view
    assert TrialView.of({**record, "resourceStep": None}).values == {1: 0.7, 3: 0.5, 10: 0.4}


@pytest.mark.parametrize("strategy, epoch, at", [
    ("epoch", 0.99, 1), ("epoch", 2.0, 2), ("steps", 1.5, 1.5), ("steps", 2.0, 2.0),
])
def test_should_not_round_an_evaluation_within_an_epoch(monkeypatch, strategy, epoch, at):
    library = types.ModuleType("transformers")
    library.TrainerCallback = object
    monkeypatch.setitem(sys.modules, "transformers", library)
    monkeypatch.delitem(sys.modules, "flexhb.callbacks.huggingface", raising=False)
    from flexhb.callbacks.huggingface import FlexHBCallback

    class Trial:
        resource, is_live, steps = 0, True, []

        def step(self, resource, values, save):
            self.steps.append(resource)
            return True

    trial = Trial()
    trial.steps = []
    callback = FlexHBCallback(trial)
    callback.on_evaluate(types.SimpleNamespace(eval_strategy=strategy), types.SimpleNamespace(epoch=epoch), None,
                         {"eval_loss": 0.5})
    assert trial.steps == [at]
    monkeypatch.delitem(sys.modules, "flexhb.callbacks.huggingface", raising=False)
