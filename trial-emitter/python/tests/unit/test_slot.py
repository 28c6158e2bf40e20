import pytest

from fakes import FakeTransport, command, grant
from flexhb._attempt import Address
from flexhb._slot import SeenCommands, Slot

ME = {"worker": "w", "slot": 0}


def asking(sequence=5):
    out = FakeTransport()
    slot = Slot(Address("toy", "w", 0), out)
    slot.ask(sequence, 1000)
    return slot, out


def test_should_repeat_the_same_ask_until_it_is_answered():
    slot, out = asking()
    slot.tick(5999)
    assert len(out.asks()) == 1
    slot.tick(6000)
    assert [a["askSequence"] for a in out.asks()] == [5, 5]
    slot.on(command("WAIT", "w1", askSequence=5, waitMillis=300, **ME), 6100)
    assert slot.due() == 6300


def test_should_train_a_grant_once_however_often_it_comes():
    slot, out = asking()
    answer = grant("START", "g", 1, 1, 3, askSequence=5, **ME)
    assert slot.on(answer, 1100)
    assert not slot.on(answer, 1200)
    assert len(out.events("STARTED")) == 1


@pytest.mark.parametrize("fields", [
    {"askSequence": 4, **ME}, {"askSequence": 5, "worker": "other"}, {"askSequence": 5, "worker": "w", "slot": 1},
])
def test_should_ignore_answers_to_other_asks_and_to_others(fields):
    slot, _ = asking()
    slot.on(grant("START", "g", 1, 1, 3, **fields), 1100)
    assert slot.state == "ASKING"


def test_should_leave_when_released_asked_or_not():
    for sequence, worker in ((5, "w"), (-1, "w"), (-1, "")):
        slot, out = asking()
        assert slot.on(command("RELEASE", "r", askSequence=sequence, worker=worker), 1)
        assert slot.state == "RELEASED"
        slot.ask(9, 2000)
        assert len(out.asks()) == 1


def test_should_not_leave_because_another_was_released():
    slot, _ = asking()
    slot.on(command("RELEASE", "r", worker="other"), 1)
    assert slot.state == "ASKING"


def test_should_notice_a_namesake():
    slot, _ = asking()
    slot.on(command("WAIT", "r", askSequence=6, **ME), 1)
    assert slot.state == "DISPLACED"


def test_should_not_ask_while_it_trains():
    slot, _ = asking()
    slot.on(grant("START", "g", 1, 1, 3, askSequence=5, **ME), 1)
    with pytest.raises(RuntimeError, match="while its attempt is live"):
        slot.ask(6, 2)


def test_should_tell_what_it_holds_and_give_it_back_only_where_it_fits():
    dropped = []
    out = FakeTransport()
    slot = Slot(Address("toy", "w", 0), out, dropped.append)
    slot.ask(1, 0)
    slot.on(grant("START", "g", 1, 1, 3, askSequence=1, **ME), 1)
    attempt = slot.attempt
    attempt.report(attempt.check(3, {"loss": 1}), 2)
    slot.on(command("PAUSE", "p", trial=1, attempt=1), 3)
    slot.hold(attempt, "state")
    slot.ask(2, 4)
    assert out.asks()[-1]["holding"] == [{"trial": 1, "resource": 3}]
    slot.on(grant("CONTINUE", "g2", 1, 2, 9, 3, askSequence=2, **ME), 5)
    assert (slot.attempt.held, dropped) == ("state", [])


def test_should_drop_what_went_on_elsewhere():
    dropped = []
    out = FakeTransport()
    slot = Slot(Address("toy", "w", 0), out, dropped.append)
    slot.ask(1, 0)
    slot.on(grant("START", "g", 1, 1, 3, askSequence=1, **ME), 1)
    slot.on(command("STOP", "p", trial=1, attempt=1), 3)
    slot.hold(slot.attempt, "state")
    slot.on(grant("REVIVE", "g2", 1, 2, 9, 3, worker="other"), 5)
    assert dropped == ["state"]


def test_should_remember_a_bounded_number_of_commands():
    seen = SeenCommands(2)
    assert all(seen.add(each) for each in "abc")
    assert "a" not in seen and "c" in seen and not seen.add("c")


def test_should_say_in_the_next_ask_how_the_last_attempt_ended():
    slot, out = asking()
    slot.on(grant("START", "g", 1, 4, 3, askSequence=5, **ME), 1100)
    slot.attempt.report(slot.attempt.check(1, {"loss": 0.5}), 1200)
    slot.attempt.end("CONVERGED", "flat", 1300)
    slot.ask(6, 1400)
    assert out.asks()[0]["lastAttempt"] is None
    last = out.asks()[1]["lastAttempt"]
    assert (last["trial"], last["attempt"], last["reason"], last["message"]) == (1, 4, "CONVERGED", "flat")
    assert (last["resource"], last["values"]["loss"]["value"]) == (1, 0.5)
    assert last["incarnation"] == slot.attempt.grant["incarnation"]


def test_should_give_no_account_of_an_attempt_that_the_tuner_ended():
    slot, out = asking()
    slot.on(grant("START", "g", 1, 1, 1, askSequence=5, **ME), 1100)
    slot.attempt.report(slot.attempt.check(1, {"loss": 0.5}), 1200)
    slot.on(command("STOP", "s", trial=1, attempt=1), 1300)
    slot.ask(6, 1400)
    assert out.asks()[1]["lastAttempt"] is None
