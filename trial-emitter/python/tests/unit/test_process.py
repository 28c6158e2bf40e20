"""A process of its own each, since signals and forks are about processes."""
import os
import signal
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

BEGIN = """
import os, signal, sys, threading, time
sys.path.insert(0, {folder!r})
from fakes import FakeTransport, command, grant
from flexhb import Worker

def answer(transport, record):
    if record["topic"] == "workers":
        transport.deliver(grant("START", "g", 0, 1, 9, worker="w", askSequence=record["askSequence"]))

transport = FakeTransport(answer)
w = Worker("toy", transport.open, name="w", checkpoints={root!r})
def show():
    print([(e["kind"], e.get("endReason")) for e in transport.events() if e["kind"] != "HEARTBEAT"], flush=True)
"""


def run(tmp_path, text, *, kill=None):
    script = textwrap.dedent(BEGIN).format(folder=os.path.dirname(__file__), root=str(tmp_path)) + textwrap.dedent(text)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    first = ""
    if kill is not None:
        first = process.stdout.readline()
        process.send_signal(kill)
    out, err = process.communicate(timeout=30)
    return process.returncode, first + out, err


def test_should_give_the_trial_back_at_sigterm(tmp_path):
    code, out, err = run(tmp_path, """
    try:
        with w:
            for trial in w:
                for epoch in trial:
                    trial.report(loss=1.0)
                    print("training", flush=True)
                    time.sleep(20)
    finally:
        show()
    """, kill=signal.SIGTERM)
    assert (code, "('ENDED', 'PREEMPTED')" in out) == (143, True), out + err


def test_should_give_the_trial_back_at_sigterm_while_a_library_does_not_return(tmp_path):
    """A handler in Python runs when the interpreter gets to it; the trial must not wait for that."""
    code, out, err = run(tmp_path, """
    import hashlib
    def watch():
        while not transport.events("ENDED"):
            time.sleep(0.01)
        show()
        os._exit(7)
    threading.Thread(target=watch, daemon=True).start()
    with w:
        for trial in w:
            threading.Timer(0.5, lambda: print("training", flush=True)).start()
            hashlib.pbkdf2_hmac("sha256", b"p", b"s", 60_000_000)  # lets other threads run, but no handler
    """, kill=signal.SIGTERM)
    assert (code, "('ENDED', 'PREEMPTED')" in out) == (7, True), out + err


def test_should_leave_the_signal_to_whoever_has_taken_it(tmp_path):
    code, out, err = run(tmp_path, """
    signal.signal(signal.SIGTERM, lambda *_: (print("mine", flush=True), os._exit(5)))
    with w:
        for trial in w:
            print("training", flush=True)
            time.sleep(20)
    """, kill=signal.SIGTERM)
    assert (code, "mine" in out) == (5, True), out + err


def test_should_put_the_signal_back_when_closed(tmp_path):
    code, out, err = run(tmp_path, """
    with w:
        pass
    print(signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, signal.set_wakeup_fd(-1))
    """)
    assert (code, out.strip()) == (0, "True -1"), err


def test_should_leave_the_parents_trial_alone_in_a_forked_child(tmp_path):
    code, out, err = run(tmp_path, """
    with w:
        for trial in w:
            child = os.fork()
            if child == 0:
                try:
                    trial.report({"loss": 1.0}, at=1)
                except RuntimeError as refused:
                    print("child:", "forked child" in str(refused), trial.params, flush=True)
                sys.exit(3)  # through the 'with' of the parent
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
            assert trial.is_live
            trial.report({"loss": 1.0}, at=1)
            trial.release()
            break
    show()
    """)
    assert code == 0, err
    assert "child: True {'x': 0.0}" in out
    assert "[('STARTED', None), ('METRICS', None), ('ENDED', 'RELEASED')]" in out


def test_should_let_a_forked_child_die_of_sigterm_as_data_loaders_do(tmp_path):
    code, out, err = run(tmp_path, """
    with w:
        for trial in w:
            child = os.fork()
            if child == 0:
                time.sleep(20)
                os._exit(0)
            time.sleep(0.2)
            os.kill(child, signal.SIGTERM)
            status = os.waitpid(child, 0)[1]
            print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else status, trial.is_live)
            trial.release()
            break
    """)
    assert (code, out.strip()) == (0, f"{int(signal.SIGTERM)} True"), err


def test_should_give_the_trial_back_when_the_process_ends_without_closing(tmp_path):
    code, out, err = run(tmp_path, """
    import atexit
    atexit.register(show)  # runs after ours, which is registered later
    w.__enter__()
    trial = next(iter(w))
    """)
    assert (code, "('ENDED', 'RELEASED')" in out) == (0, True), err
