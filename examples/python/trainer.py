#!/usr/bin/env python3
"""A trainer on the flexhb package: the "model" is one weight that gradient descent takes to zero.

    python3 trainer.py [STUDY [CHECKPOINTS]]    start one process per parallel trial
"""
import json
import logging
import sys

import flexhb

logging.basicConfig(format="%(asctime)s %(message)s")
logging.getLogger("flexhb").setLevel(logging.INFO)  # what the tuner says, and why
study = sys.argv[1] if len(sys.argv) > 1 else "toy"
folder = sys.argv[2] if len(sys.argv) > 2 else "checkpoints"

with flexhb.worker(study, checkpoints=folder) as w:
    for trial in w:
        begun = trial.checkpoint  # None when the trial starts
        model = json.loads((begun / "model.json").read_text()) if begun else {"weight": 1.0, "speed": 0.0}
        for epoch in trial:  # waits for the tuner at each boundary
            model["speed"] = trial["momentum"] * model["speed"] - trial["lr"] * 2 * model["weight"]
            model["weight"] += model["speed"]
            if trial.is_boundary(epoch):
                (trial.folder / "model.json").write_text(json.dumps(model))
                trial.saved()
            trial.report(loss=model["weight"] ** 2)
