import logging

import pytest

from fakes import INCARNATION, FakeTransport, command
from flexhb import NoSuchStudy, Worker
from flexhb._unknown import UnknownStudy


def test_should_say_so_at_growing_intervals(caplog):
    watch = UnknownStudy("mnits")
    with caplog.at_level(logging.WARNING, "flexhb"):
        for second in range(0, 4 * 3600):
            watch.check(True, second * 1000)
    told = [int(r.getMessage().split(" for ")[1].split()[0]) for r in caplog.records]
    assert told[:4] == [30, 90, 210, 450]
    assert len(told) < 12 and told[-1] > 10_000
    assert "mnits" in caplog.text and "study list" in caplog.text


def test_should_begin_anew_once_the_study_was_known(caplog):
    watch = UnknownStudy("toy", timeout=40)
    watch.check(True, 0)
    watch.check(False, 39_000)
    watch.check(True, 41_000)
    watch.check(True, 80_000)
    with pytest.raises(NoSuchStudy, match="toy has been unknown to the tuner for 40 s"):
        watch.check(True, 81_000)


def test_should_give_up_after_the_time_that_was_set(tmp_path):
    def answer(transport, record):
        if record["topic"] == "workers":
            transport.deliver(command(
                "WAIT", f"wait:w/0:{record['askSequence']}", worker="w", askSequence=record["askSequence"],
                incarnation="00000000-0000-0000-0000-000000000000", reason="the study is not known yet"))

    opened = Worker("toy", FakeTransport(answer).open, name="w", checkpoints=tmp_path, unknown_study_timeout=0.5)
    with pytest.raises(NoSuchStudy, match="unknown to the tuner"), opened as w:
        next(iter(w))


def test_should_log_once_what_could_not_be_used(tmp_path, caplog):
    opened = Worker("toy", FakeTransport().open, name="w", checkpoints=tmp_path)
    rejected = command("REJECTED", "7.0", worker="w", trial=3, attempt=1, reason="reported resource 0")
    with caplog.at_level(logging.WARNING, "flexhb"), opened as w:
        w._on_command(rejected)
        w._on_command(rejected)
        w._on_command({**rejected, "id": "8.0", "worker": "another"})
    assert [r.getMessage() for r in caplog.records] == [
        "trial 3, attempt 1: the tuner cannot use what it reports: reported resource 0"]
    assert rejected["incarnation"] == INCARNATION
