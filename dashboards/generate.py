#!/usr/bin/env python3
"""Writes the Grafana dashboards. With --check it only says which are stale, and fails when one is.

Needs what requirements.txt names.
"""

import json
import sys
from pathlib import Path

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

from studies import studies
from study import study
from tuner import tuner
from workers import workers

FOLDER = Path(__file__).parent / "grafana"


def texts():
    for dashboard in (studies(), study(), tuner(), workers()):
        tree = json.loads(JSONEncoder(sort_keys=True, indent=2).encode(dashboard))
        tree["id"] = None
        for number, panel in enumerate(tree["panels"], start=1):
            panel["id"] = number
        # Grafana's own model of a dashboard must be able to read it.
        Dashboard.from_json(tree)
        yield f"{dashboard.uid}.json", json.dumps(tree, sort_keys=True, indent=2) + "\n"


def main():
    stale = []
    for name, text in texts():
        file = FOLDER / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                file.write_text(text, encoding="utf-8")
                print(f"wrote {file}")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)}; run dashboards/generate.py")


if __name__ == "__main__":
    main()
