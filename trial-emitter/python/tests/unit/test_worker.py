import json
import logging
import threading
import time

import pytest

import flexhb
from fakes import INCARNATION, FakeTransport, FakeTuner, command, grant
from flexhb import Displaced, TooManyFailures, Worker


def worker(transport, tmp_path, **options):
    return Worker("toy", transport.open, name="w", checkpoints=tmp_path, **options)


def train(trial):
    """Its state is the sum of what was trained, so a resume from anything but its checkpoint shows."""
    state = json.loads((trial.checkpoint / "state").read_text()) if trial.checkpoint else {"sum": 0}
    for epoch in trial:
        state["sum"] += epoch
        trial.report(loss=state["sum"])
        if trial.is_boundary(epoch):
            (trial.folder / "state").write_text(json.dumps(state))
            trial.saved()


def train_all(tuner, tmp_path, threads=1):
    with worker(tuner.transport, tmp_path) as opened:
        others = [threading.Thread(target=opened.run, args=(train,)) for _ in range(threads - 1)]
        for other in others:
            other.start()
        opened.run(train)
        for other in others:
            other.join()


def assert_trained(tuner):
    assert sorted(tuner.values[0]) == list(range(1, 10)) and sorted(tuner.values[1]) == [1, 2, 3]
    for values in tuner.values.values():
        for resource, value in values.items():
            assert value == resource * (resource + 1) / 2
    assert not [line for line in tuner.journal if "lost" in line or "FAILED" in line]


def test_should_train_a_study_to_its_end(tmp_path):
    tuner = FakeTuner()
    train_all(tuner, tmp_path)
    assert_trained(tuner)
    assert tuner.journal == [
        "START 0#1", "PAUSE 0#1", "START 1#1", "PAUSE 1#1", "START 2#1", "STOP 2#1",
        "CONTINUE 0#2", "CONTINUE 0#2", "COMPLETE 0#2", "REVIVE 1#2", "STOP 1#2"]
    assert tuner.transport.closed
    first_of_revived = [e for e in tuner.transport.events("METRICS") if (e["trial"], e["attempt"]) == (1, 2)][0]
    assert first_of_revived["resource"] == 2


def test_should_train_in_threads_each_in_a_slot_of_its_own(tmp_path):
    tuner = FakeTuner()
    train_all(tuner, tmp_path, threads=3)
    assert_trained(tuner)
    assert {ask["slot"] for ask in tuner.transport.asks()} == {0, 1, 2}


@pytest.mark.parametrize("times", [2, 3])
def test_should_bear_commands_that_come_several_times(tmp_path, times):
    tuner = FakeTuner()
    tuner.transport.disturb = lambda each: [each] * times
    train_all(tuner, tmp_path)
    assert_trained(tuner)


def test_should_bear_the_loss_of_every_command_once(tmp_path):
    tuner = FakeTuner()
    seen = set()

    def lose(each):
        first = each["id"] not in seen
        seen.add(each["id"])
        return [] if first else [each]

    tuner.transport.disturb = lose
    # The first ask would be repeated after 5 s only.
    flexhb._slot.DEFAULT_WAIT_MILLIS, before = 200, flexhb._slot.DEFAULT_WAIT_MILLIS
    try:
        train_all(tuner, tmp_path)
    finally:
        flexhb._slot.DEFAULT_WAIT_MILLIS = before
    assert_trained(tuner)


@pytest.mark.parametrize("kind", ["STARTED", "METRICS", "HEARTBEAT"])
def test_should_bear_records_that_arrive_twice(tmp_path, kind):
    tuner = FakeTuner(lambda record: 2 if record.get("kind") == kind else 1)
    train_all(tuner, tmp_path)
    assert_trained(tuner)


def test_should_repeat_a_boundary_report_that_was_lost(tmp_path):
    seen = set()

    def lose(record):
        key = (record.get("kind"), record.get("trial"), record.get("resource"))
        first = record.get("kind") == "METRICS" and record.get("checkpoint") and key not in seen
        seen.add(key)
        return 0 if first else 1

    tuner = FakeTuner(lose)
    train_all(tuner, tmp_path)
    assert_trained(tuner)


def scripted(tmp_path, *answers, **options):
    """A tuner that answers the n-th ask with the n-th grant, then releases."""
    waiting = list(answers)
    newest = {}

    def answer(transport, record):
        if record["topic"] == "workers":
            if newest.get("askSequence") != record["askSequence"]:
                given = waiting.pop(0) if waiting else command("RELEASE", "end")
                newest.clear()
                newest.update(given, worker="w", slot=record["slot"], askSequence=record["askSequence"])
            transport.deliver(dict(newest))

    transport = FakeTransport(answer)
    return transport, worker(transport, tmp_path, **options)


def eventually(condition):
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_should_send_report_and_checkpoint_of_an_epoch_together_in_either_order(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9))
    with opened as w:
        for trial in w:
            for epoch in trial:
                if epoch == 1:
                    trial.report(loss=1.0)
                    trial.report(accuracy=0.5)
                    (trial.folder / "f").write_text("x")
                    trial.saved()
                elif epoch == 2:
                    (trial.folder / "f").write_text("x")
                    trial.saved()
                    trial.report(loss=1.0)
                elif epoch == 3:
                    (trial.folder / "f").write_text("x")
                    trial.saved()
                else:
                    trial.release()
    first, second = transport.events("METRICS")
    assert set(first["values"]) == {"loss", "accuracy"}
    assert (first["checkpoint"]["resource"], second["checkpoint"]["resource"]) == (1, 2)
    assert [e["checkpoint"]["resource"] for e in transport.events("CHECKPOINT")] == [3]
    assert transport.events("ENDED")[0]["endReason"] == "RELEASED"


def test_should_end_the_loop_at_a_stop_in_the_middle_of_a_rung(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 1000))
    epochs = 0
    with opened as w:
        for trial in w:
            for epoch in trial:
                epochs += 1
                trial.report(loss=1.0)
                if epoch == 3:
                    transport.deliver(command("STOP", "s", trial=0, attempt=1, reason="cancelled"))
                    eventually(lambda: not trial.is_live)
            assert (trial.answer.kind, trial.answer.reason) == ("STOP", "cancelled")
    assert epochs == 3
    assert not transport.events("ENDED")


@pytest.mark.parametrize("how, reason", [
    (lambda t: t.converged(), "CONVERGED"), (lambda t: t.infeasible("does not fit"), "INFEASIBLE"),
    (lambda t: t.fail("no"), "FAILED"), (lambda t: t.release(), "RELEASED"), (lambda t: t.preempt(), "PREEMPTED"),
    (lambda t: t.checkpoint_lost("gone"), "CHECKPOINT_LOST"),
])
def test_should_say_how_a_trial_ended_after_what_it_reported(tmp_path, how, reason):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9))
    with opened as w:
        for trial in w:
            for epoch in trial:
                trial.report(loss=1.0)
                how(trial)
    assert [e["kind"] for e in transport.events()] == ["STARTED", "METRICS", "ENDED"]
    assert transport.events("ENDED")[0]["endReason"] == reason


def test_should_fail_a_trial_whose_loop_was_left_and_say_what_to_call(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9))
    with opened as w:
        for trial in w:
            for epoch in trial:
                trial.report(loss=1.0)
                break
    ended = transport.events("ENDED")[0]
    assert ended["endReason"] == "FAILED" and "trial.converged()" in ended["message"]
    assert transport.flushed  # its end lies there before the next ask


def test_should_fail_the_trial_that_raised_and_go_on_with_the_next(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9), grant("START", "h", 1, 1, 9))
    with opened as w:
        for trial in w:
            with trial:
                raise ZeroDivisionError("by nought")
    messages = [e["message"] for e in transport.events("ENDED")]
    assert len(messages) == 2 and all("ZeroDivisionError: by nought" in each for each in messages)


def test_should_end_after_ten_failures_in_a_row(tmp_path):
    def broken(trial):
        raise ValueError("always")

    transport, opened = scripted(tmp_path, *[grant("START", f"g{n}", n, 1, 9) for n in range(20)])
    with pytest.raises(TooManyFailures, match="10 trials"), opened as w:
        w.run(broken)
    assert len(transport.events("ENDED")) == 10


def test_should_count_trials_that_fail_and_not_how_often_each_is_tried(tmp_path):
    def broken(trial):
        raise ValueError("always")

    attempts = [grant("START", f"g{n}", n // 3, 1 + n % 3, 9) for n in range(12)]  # four configurations
    transport, opened = scripted(tmp_path, *attempts)
    with opened as w:
        w.run(broken)
    assert len(transport.events("ENDED")) == 12


def test_should_fail_the_trial_in_hand_when_the_block_is_left_by_an_exception(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9))
    with pytest.raises(ZeroDivisionError), opened as w:
        for trial in w:
            1 / 0
    assert transport.events("ENDED")[0]["endReason"] == "FAILED"


def test_should_give_the_trial_back_when_a_cell_is_interrupted(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9))
    with pytest.raises(KeyboardInterrupt), opened as w:
        for trial in w:
            for epoch in trial:
                trial.report(loss=1.0)
                raise KeyboardInterrupt
    assert [e["kind"] for e in transport.events()] == ["STARTED", "METRICS", "ENDED"]
    assert transport.events("ENDED")[0]["endReason"] == "RELEASED"


def test_should_begin_anew_when_its_checkpoint_is_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(flexhb._training, "_LATE_SECONDS", 0.0)
    gone = {"resource": 3, "reference": f"toy-{INCARNATION}/0/a1-r3"}
    transport, opened = scripted(tmp_path, grant("CONTINUE", "g", 0, 2, 9, 3, checkpoint=gone))
    with opened as w:
        assert list(w) == []
    ended = transport.events("ENDED")[0]
    assert ended["endReason"] == "CHECKPOINT_LOST" and "do all workers share the same folder" in ended["message"]


def test_should_begin_anew_when_the_user_cannot_read_the_checkpoint(tmp_path):
    mine = {"resource": 3, "reference": "s3://bucket/key"}
    transport, opened = scripted(tmp_path, grant("CONTINUE", "g", 0, 2, 9, 3, checkpoint=mine))
    with opened as w:
        for trial in w:
            with trial:
                assert trial.checkpoint_reference == "s3://bucket/key"
                raise flexhb.CheckpointLost("no such key")
    assert transport.events("ENDED")[0]["endReason"] == "CHECKPOINT_LOST"


def test_should_hand_a_held_state_back(tmp_path):
    pauses = {"n": 0}

    def answer(transport, record):
        if record["topic"] == "workers":
            given = [grant("START", "g", 0, 1, 1), grant("CONTINUE", "h", 0, 2, 3, 1), command("RELEASE", "r")]
            transport.deliver({**given[pauses["n"]], "worker": "w", "askSequence": record["askSequence"]})
        elif record["kind"] == "METRICS" and record["resource"] in (1, 3):
            pauses["n"] += 1
            transport.deliver(command("PAUSE", f"p{pauses['n']}", trial=0, attempt=record["attempt"]))

    transport = FakeTransport(answer)
    seen = []
    with worker(transport, tmp_path) as w:
        for trial in w:
            seen.append(trial.held)
            for epoch in trial:
                trial.report(loss=1.0)
            trial.hold({"at": trial.resource})
    assert seen == [None, {"at": 1}]
    assert transport.asks()[1]["holding"] == [{"trial": 0, "resource": 1}]


def test_should_keep_the_attempt_alive_during_a_long_epoch(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9, leaseMillis=300))
    with opened as w:
        for trial in w:
            eventually(lambda: len(transport.events("HEARTBEAT")) >= 3)
            trial.release()


def test_should_not_keep_alive_a_trial_whose_thread_died(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9))
    with opened as w:
        dead = threading.Thread(target=lambda: next(iter(w)))
        dead.start()
        dead.join()
        eventually(lambda: transport.events("ENDED"))
    assert "the training thread ended within the trial" in transport.events("ENDED")[0]["message"]


def test_should_let_a_waiting_thread_go_when_the_worker_is_closed(tmp_path):
    transport = FakeTransport()
    opened = worker(transport, tmp_path)
    with opened as w:
        threading.Timer(0.2, opened.close).start()
        assert list(w) == []


def test_should_say_that_another_has_its_name(tmp_path):
    transport = FakeTransport(lambda t, record: t.deliver(
        command("WAIT", "w", worker="w", askSequence=record["askSequence"] + 1)))
    with pytest.raises(Displaced, match="its own name"), worker(transport, tmp_path) as w:
        list(w)


def test_should_discard_what_the_tuner_says_and_tell_the_user_once(tmp_path):
    told = []
    transport, opened = scripted(tmp_path, on_discard=lambda trial, reference: told.append((trial, reference)))
    folder = tmp_path / f"toy-{INCARNATION}" / "5"
    (folder / "a1-r3").mkdir(parents=True)
    (folder / "a1-r3" / "model").write_text("x")
    saved = {"resource": 3, "reference": f"toy-{INCARNATION}/5/a1-r3"}
    with opened:
        for _ in range(2):
            transport.deliver(command("DISCARD_CHECKPOINT", "d", trial=5, checkpoint=saved))
        eventually(lambda: not folder.exists())
    assert told == [(5, saved["reference"])]


def test_should_not_discard_outside_of_its_folder(tmp_path, caplog):
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "root"
    transport = FakeTransport()
    with worker(transport, root):
        for number, reference in enumerate((str(outside), "../outside", f"toy-{INCARNATION}/5/../../../outside")):
            transport.deliver(command("DISCARD_CHECKPOINT", f"d{number}", trial=5,
                                      checkpoint={"resource": 3, "reference": reference}))
        time.sleep(0.3)
    assert outside.exists()


def test_should_complain_about_a_loop_that_never_reports(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 1))
    with pytest.raises(flexhb.FlexHbError, match="call trial.report"), opened as w:
        for trial in w:
            for epoch in trial:
                pass


def test_should_let_the_loop_pass_a_boundary_to_the_next_report(tmp_path):
    """Validation every 5 epochs: the tuner judges with the first report at or past the boundary."""
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 3))
    epochs = []
    with opened as w:
        for trial in w:
            for epoch in trial:
                epochs.append(epoch)
                if epoch % 5 == 0:
                    trial.report(loss=1.0)
                    transport.deliver(command("PAUSE", "p", trial=0, attempt=1))
    assert epochs == [1, 2, 3, 4, 5]
    assert [e["resource"] for e in transport.events("METRICS")] == [5]


def test_should_refuse_to_be_used_unopened_twice_or_pickled(tmp_path):
    import pickle

    opened = worker(FakeTransport(), tmp_path)
    with pytest.raises(RuntimeError, match="with flexhb.worker"):
        iter(opened)
    with opened:
        with pytest.raises(TypeError, match="another process|belongs to the process"):
            pickle.dumps(opened)
    with pytest.raises(RuntimeError, match="create a new one"):
        opened.__enter__()


@pytest.mark.parametrize("study, name", [("a b", "w"), ("", "w"), ("toy", "x/y"), ("toy", "n" * 101)])
def test_should_refuse_names_that_the_tuner_would_not_take(tmp_path, study, name):
    with pytest.raises(ValueError, match="1 to 100 of the characters"):
        Worker(study, FakeTransport().open, name=name)


def test_should_ask_for_the_resource_outside_of_a_loop(tmp_path):
    transport, opened = scripted(tmp_path, grant("START", "g", 0, 1, 9))
    with opened as w:
        for trial in w:
            with pytest.raises(ValueError, match="which resource is this"):
                trial.report(loss=1.0)
            trial.report({"loss": 1.0}, at=2)
            assert trial.goes_on()
            assert trial.resource == 2
            trial.release()


def test_should_step_through_a_boundary_with_what_a_callback_saves(tmp_path):
    tuner = FakeTuner()
    with worker(tuner.transport, tmp_path) as w:
        for trial in w:
            total = json.loads((trial.checkpoint / "s").read_text()) if trial.checkpoint else 0
            epoch = trial.start
            go_on = True
            while go_on:
                epoch += 1
                total += epoch
                go_on = trial.step(epoch, {"loss": total}, lambda to: (to / "s").write_text(json.dumps(total)))
    assert_trained(tuner)


def test_should_log_what_the_tuner_says(tmp_path, caplog):
    with caplog.at_level(logging.INFO, "flexhb"):
        train_all(FakeTuner(), tmp_path)
    assert "trial 1, attempt 2: REVIVE from 1 until 3: why" in caplog.text
