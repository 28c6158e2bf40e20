"""A worker for tests on a real broker: connection and names come from the environment.

    toy.py STUDY --checkpoints FOLDER [--worker NAME] [--pace SECONDS] [--trained FILE] [--threads N] [--step SIZE]

Its loss is a sum that only a right resume gives: n * (n + 1) / 2 * (1 + x) after n steps of that size.
"""
import argparse
import logging
import pathlib
import threading
import time

import flexhb

parser = argparse.ArgumentParser()
parser.add_argument("study")
parser.add_argument("--checkpoints", required=True)
parser.add_argument("--worker")
parser.add_argument("--pace", type=float, default=0.0)
parser.add_argument("--trained", type=pathlib.Path)
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--step", type=float, default=1.0)
options = parser.parse_args()
logging.basicConfig(format="%(asctime)s %(message)s")
logging.getLogger("flexhb").setLevel(logging.INFO)


def train(trial):
    total = int((trial.checkpoint / "sum").read_text()) if trial.checkpoint else 0
    for amount in trial:
        step = round(amount / options.step)
        total += step
        time.sleep(options.pace)
        if options.trained:
            with options.trained.open("a") as file:
                file.write(f"{trial.number} {trial.attempt} {step} {total}\n")
        (trial.folder / "sum").write_text(str(total))
        trial.saved()
        trial.report(loss=total * (1 + trial["x"]))


with flexhb.worker(options.study, checkpoints=options.checkpoints, name=options.worker) as w:
    others = [threading.Thread(target=w.run, args=(train,)) for _ in range(options.threads - 1)]
    for other in others:
        other.start()
    w.run(train)
    for other in others:
        other.join()
