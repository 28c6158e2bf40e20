"""The toy of docs/conformance.md on this package."""
import math
import os
import time

import flexhb


def train(trial):
    total = int((trial.checkpoint / "sum").read_text()) if trial.checkpoint else 0
    for epoch in trial:
        time.sleep(trial.params.get("seconds", 0.02))
        if trial.params.get("fail"):
            raise RuntimeError("told to fail")
        total += epoch
        trial.report(loss=math.nan if trial.params.get("nan") else total * (1 + trial["x"]))
        if trial.is_boundary(epoch):
            (trial.folder / "sum").write_text(str(total))
            trial.saved()


with flexhb.worker(os.environ["FLEXHB_STUDY"]) as w:
    w.run(train)
