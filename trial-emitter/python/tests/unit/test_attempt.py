import math

import pytest

from fakes import FakeTransport, command, grant
from flexhb._attempt import Address, Attempt

HERE = Address("toy", "w", 0)


def started(**fields):
    out = FakeTransport()
    attempt = Attempt(HERE, {**grant("START", "g", 4, 2, 3), **fields}, None, out)
    attempt.start(1000)
    return attempt, out


def report(attempt, at, now=1000, **values):
    attempt.report(attempt.check(at, values or {"loss": 0.5}), now)


def test_should_say_that_it_started_with_the_grant_as_the_command_seen():
    _, out = started()
    assert [(e["kind"], e["commandSeen"], e["trial"], e["attempt"]) for e in out.events()] == [("STARTED", "g", 4, 2)]


def test_should_wait_once_the_boundary_is_reported_and_go_on_with_continue():
    attempt, out = started()
    report(attempt, 1)
    assert attempt.answer().goes_on
    report(attempt, 3)
    assert attempt.answer() is None
    assert attempt.on(command("CONTINUE", "c", trial=4, attempt=2, untilResource=9))
    assert attempt.answer().until == 9
    report(attempt, 4)
    assert out.events()[-1]["commandSeen"] == "c"


@pytest.mark.parametrize("kind", ["PAUSE", "STOP", "COMPLETE"])
def test_should_end_with_the_answer_and_send_nothing_after_it(kind):
    attempt, out = started()
    report(attempt, 3)
    assert attempt.on(command(kind, "c", trial=4, attempt=2))
    assert (attempt.answer().kind, attempt.is_live) == (kind, False)
    before = len(out.sent)
    report(attempt, 4)
    attempt.end("RELEASED", "", 1)
    attempt.tick(10**9)
    assert len(out.sent) == before


@pytest.mark.parametrize("fields", [
    {"kind": "STOP", "attempt": 1},
    {"kind": "CONTINUE", "attempt": 2, "untilResource": 3},
    {"kind": "START", "attempt": 2},
    {"kind": "STOP", "attempt": 2, "trial": 5},
    {"kind": "STOP", "attempt": 2, "incarnation": "another"},
    {"kind": "SOMETHING_NEW", "attempt": 2},
])
def test_should_ignore_what_is_not_about_it_or_older(fields):
    attempt, _ = started()
    assert not attempt.on({**command("STOP", "c", trial=4), **fields})
    assert attempt.is_live


def test_should_give_up_when_a_newer_attempt_was_granted_to_somebody():
    attempt, _ = started()
    assert attempt.on(grant("CONTINUE", "c", 4, 3, 9, worker="other"))
    assert "attempt 3 of the trial was granted to other" in attempt.answer().reason


def test_should_give_a_sign_of_life_each_third_of_the_lease_and_repeat_the_boundary_report():
    attempt, out = started()
    assert attempt.due() == 1200
    attempt.tick(1199)
    assert len(out.events()) == 1
    attempt.tick(1200)
    assert out.events()[-1]["kind"] == "HEARTBEAT"
    report(attempt, 3, now=1250)
    attempt.tick(1450)
    assert [e["resource"] for e in out.events("METRICS")] == [3, 3]


@pytest.mark.parametrize("at, message", [
    (1, "continues from 2: does the resumed trainer count from 1 again?"),
    (2.5, "whole numbers"), (True, "whole numbers"), ("3", "whole numbers"), (math.nan, "whole numbers"),
])
def test_should_say_what_is_wrong_with_a_resource(at, message):
    attempt, _ = started(fromResource=2)
    with pytest.raises(ValueError, match="(?s)" + message.replace("?", r"\?")):
        report(attempt, at)


def test_should_refuse_a_resource_twice():
    attempt, _ = started()
    report(attempt, 1)
    with pytest.raises(ValueError, match="was already reported"):
        report(attempt, 1)


def test_should_send_what_is_not_finite_as_a_status():
    attempt, out = started()
    report(attempt, 1, loss=math.nan, a=math.inf, b=-math.inf, c=1e300, d=7)
    values = out.events("METRICS")[0]["values"]
    assert [values[n]["status"] for n in ("loss", "a", "b", "c", "d")] == [
        "NAN", "POSITIVE_INFINITY", "NEGATIVE_INFINITY", "FINITE", "FINITE"]
    assert values["loss"]["value"] is None


@pytest.mark.parametrize("values", [{"loss": None}, {"loss": "much"}, {"loss": [1, 2]}])
def test_should_name_a_metric_that_is_no_number(values):
    attempt, _ = started()
    with pytest.raises(TypeError, match="'loss'.*not a number"):
        attempt.check(1, values)


def test_should_refuse_a_report_without_values_or_names():
    attempt, _ = started()
    with pytest.raises(ValueError, match="no values"):
        attempt.check(1, {})
    with pytest.raises(ValueError, match="needs a name"):
        attempt.check(1, {" ": 1})


def test_should_keep_the_last_characters_of_a_long_message():
    attempt, out = started()
    attempt.end("FAILED", "x" * 3000 + "why", 1)
    message = out.events("ENDED")[0]["message"]
    assert len(message) == 2000 and message.endswith("why")


def test_should_refuse_a_reference_that_is_too_long():
    attempt, _ = started()
    with pytest.raises(ValueError, match="1025 characters"):
        attempt.checked_checkpoint(1, "x" * 1025)
