import threading
import time

import pytest

import flexhb


def train(trial):
    total = int((trial.checkpoint / "sum").read_text()) if trial.checkpoint else 0
    for epoch in trial:
        total += epoch
        trial.report(loss=total * (1 + trial["x"]))
        if trial.is_boundary(epoch):
            (trial.folder / "sum").write_text(str(total))
            trial.saved()


def test_should_make_a_study_train_it_and_read_how_it_went(study, definition, tmp_path):
    assert str(study.status) == "UNKNOWN"
    study.create(definition)
    assert study.create(definition).status.name == "ACTIVE"
    study.enqueue({"x": 0, "n": 3})
    with flexhb.worker(study.name, checkpoints=tmp_path) as w:
        other = threading.Thread(target=w.run, args=(train,))
        other.start()
        w.run(train)
        other.join()

    assert study.wait(30).name == "FINISHED"
    best = study.best
    assert (best.state, best.resource) == ("COMPLETED", 9)
    assert study.best_params == {"x": 0.0, "n": 3}  # nothing is better than what was enqueued
    assert study.best_value == 45
    trials = study.trials
    assert [trial.number for trial in trials] == list(range(len(trials)))
    for trial in trials:
        assert trial.failures == 0
        for resource, value in trial.values.items():
            assert value == pytest.approx(resource * (resource + 1) / 2 * (1 + trial.params["x"]))
    journal = study.decisions()
    assert [decision.sequence for decision in journal] == list(range(1, len(journal) + 1))
    assert 0 < len(study.decisions(best.number)) < len(journal)
    assert any("completed" in str(decision) for decision in study.decisions(best.number))


def test_should_give_a_table(study, definition, tmp_path):
    pytest.importorskip("pandas")
    study.create(definition)
    study.optimize(train, checkpoints=tmp_path)
    table = study.trials_dataframe()
    assert len(table) == len(study.trials)
    assert {"number", "value", "state", "params_x", "params_n", "value_at_1"} <= set(table.columns)


def test_should_say_why_a_study_is_refused(study, definition):
    with pytest.raises(flexhb.Refused, match="direction"):
        study.create({**definition, "objective": {"metric": "loss"}})
    study.create(definition)
    with pytest.raises(flexhb.Refused, match="space"):
        study.create({**definition, "space": {"y": {"type": "double", "low": 0, "high": 1}}})
    study.create({**definition, "limits": {"budget": 80}})
    assert study.definition["limits"] == {"budget": 80}


def test_should_pause_resume_cancel_and_delete(study, definition):
    study.create(definition)
    study.pause()
    assert study.status.name == "PAUSED"
    study.resume()
    assert study.status.name == "ACTIVE"
    study.cancel()
    assert study.wait(10).name == "CANCELLED"
    with pytest.raises(flexhb.Refused, match="cancelled"):
        study.create(definition)
    study.delete()
    with pytest.raises(flexhb.NoSuchStudy):
        study.trials
    study.create(definition)


def test_should_say_that_there_is_no_study(study):
    for question in (lambda: study.best, lambda: study.decisions(), lambda: study.enqueue({"x": 1}),
                     lambda: study.wait(1), lambda: flexhb.load_study(study.name)):
        with pytest.raises(flexhb.NoSuchStudy, match=study.name):
            question()


def test_should_wait_for_a_study_that_comes_later(study, definition, tmp_path):
    threading.Timer(1.0, lambda: study.create(definition)).start()
    with flexhb.worker(study.name, checkpoints=tmp_path) as w:
        w.run(train)
    assert study.status.name == "FINISHED"


def await_checkpoint(study, number, resource):
    until = time.monotonic() + 20
    while not (study.trials[number].checkpoint or "").endswith(f"-r{resource}"):
        assert time.monotonic() < until, f"the tuner heard of no checkpoint at {resource}"
        time.sleep(0.1)


def test_should_try_a_failed_trial_again_from_its_checkpoint(study, definition, tmp_path):
    study.create({**definition, "limits": {"trials": 3}, "brackets": "none"})
    failed = set()

    def fails_once(trial):
        total = int((trial.checkpoint / "sum").read_text()) if trial.checkpoint else 0
        assert trial.start == (2 if trial.attempt == 2 else 0)
        for epoch in trial:
            total += epoch
            if epoch == 3 and trial.number not in failed:
                failed.add(trial.number)
                # The next ask travels on another topic, and may be read before the checkpoint.
                await_checkpoint(study, trial.number, 2)
                raise ZeroDivisionError("once")
            (trial.folder / "sum").write_text(str(total))
            trial.saved()
            trial.report(loss=total)

    study.optimize(fails_once, checkpoints=tmp_path)
    assert [(trial.state, trial.failures, trial.value) for trial in study.trials] == [("COMPLETED", 1, 45.0)] * 3
    assert any("ZeroDivisionError" in str(d.input) for d in study.decisions(0))


def test_should_say_what_is_missing_when_no_tuner_was_ever_there(study, tmp_path):
    with pytest.raises(flexhb.TunerUnavailable, match="start the tuner"):
        with flexhb.worker(study.name, topic_prefix="no-such.", connect_timeout=1.0, checkpoints=tmp_path):
            pass


def test_should_get_its_trial_back_under_its_name(study, definition, tmp_path):
    study.create(definition)
    with flexhb.worker(study.name, name="same", checkpoints=tmp_path) as w:
        first = next(iter(w))
        w._slots[0]._closed = True  # as if it were killed: not a word, no heartbeat
        w._slots.clear()
    with flexhb.worker(study.name, name="same", checkpoints=tmp_path) as w:
        again = next(iter(w))
        assert (again.number, again.attempt) == (first.number, first.attempt + 1)
        again.release()


def test_should_complete_what_has_converged_and_fail_what_is_infeasible(study, definition, tmp_path):
    study.create({**definition, "limits": {"trials": 3, "failures": 1}, "brackets": "none"})

    def ends_early(trial):
        for epoch in trial:
            if trial.number == 1:
                trial.infeasible("it does not fit into memory")
            else:
                trial.report(loss=10 - epoch)
                if epoch == 4:
                    trial.converged()

    study.optimize(ends_early, checkpoints=tmp_path)
    first, second, third = study.trials
    for trial in (first, third):
        assert (trial.state, trial.value, trial.attempt, trial.failures) == ("COMPLETED", 6.0, 1, 0)
    assert (second.state, second.attempt, second.failures) == ("FAILED", 1, 0)
    assert "it does not fit into memory" in second.reason
    assert study.status.name == "FINISHED"


def test_should_end_by_the_account_of_the_next_ask_when_that_is_read_first(study, definition, tmp_path):
    study.create({**definition, "limits": {"trials": 3}, "brackets": "none"})
    with flexhb.worker(study.name, checkpoints=tmp_path) as w:
        trials = iter(w)
        trial = next(trials)
        transport = trial._slot._transport
        send, held_back = transport.send_event, []

        def send_event(record, delivered=None):
            if record["kind"] == "ENDED":
                held_back.append(record)
            else:
                send(record, delivered)

        transport.send_event = send_event
        for epoch in trial:
            trial.report(loss=epoch)
            if epoch == 2:
                trial.flush()
                trial.converged()
        second = next(trials)
        second.release()
        third = next(trials)  # the same trial again, or another
        transport.send_event = send
        for record in held_back:
            send(record)
        third.release()
    assert len(held_back) == 2
    ended, given_back = study.trials[0], study.trials[1]
    assert (ended.state, ended.value, ended.attempt) == ("COMPLETED", 2.0, 1)
    assert second.number == given_back.number
    assert given_back.failures == 0
    assert any("the worker gave it back" in reason.text for each in study.decisions(1) for reason in each.reasons)
