#!/usr/bin/env python3
"""Draws the panels of the dashboards as PNG files, from what a Prometheus answers to their queries.

For people who change dashboards and have no Grafana at hand, and for the pictures in the documentation. Needs what
requirements.txt names.

    render.py --prometheus http://127.0.0.1:9090 --study digits --minutes 15 --out /tmp/panels
"""

import argparse
import json
import math
import re
import time
import urllib.parse
import urllib.request
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter  # noqa: E402

FOLDER = Path(__file__).parent / "grafana"
COLUMNS = 24
UNITS = {
    "s": "s",
    "ms": "ms",
    "ops": "/s",
    "percentunit": "%",
    "bytes": "B",
    "short": "",
    "none": "",
    "bool_on_off": "",
}
FACTORS = {"percentunit": 100}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prometheus", default="http://127.0.0.1:9090")
    parser.add_argument("--study", required=True)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--rate-interval", default="20s")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


class Source:
    def __init__(self, options):
        self.options = options
        self.end = time.time()
        self.begin = self.end - 60 * options.minutes

    def series(self, expression):
        filled = (
            expression.replace("$__rate_interval", self.options.rate_interval)
            .replace("$study", self.options.study)
            .replace("$instance", ".*")
        )
        step = max(1, int((self.end - self.begin) / 300))
        query = urllib.parse.urlencode(
            {"query": filled, "start": self.begin, "end": self.end, "step": step}
        )
        with urllib.request.urlopen(f"{self.options.prometheus}/api/v1/query_range?{query}") as answer:
            tree = json.load(answer)
        result = []
        for one in tree["data"]["result"]:
            points = [(float(t), float(v)) for t, v in one["values"] if v != "NaN"]
            if points:
                result.append((one["metric"], points))
        return result


def legend(form, labels):
    return re.sub(r"{{(\w+)}}", lambda found: labels.get(found.group(1), ""), form)


def shown(value, unit):
    value *= FACTORS.get(unit, 1)
    if unit == "bytes" and value:
        power = min(4, int(math.log(abs(value), 1024))) if abs(value) >= 1 else 0
        return f"{value / 1024**power:.3g} {['', 'Ki', 'Mi', 'Gi', 'Ti'][power]}B"
    return f"{value:.4g} {UNITS[unit]}".strip()


def lines(axes, panel, source):
    unit = panel["fieldConfig"]["defaults"]["unit"]
    custom = panel["fieldConfig"]["defaults"].get("custom", {})
    stacked = custom.get("stacking", {}).get("mode") == "normal"
    found = []
    for target in panel["targets"]:
        for labels, points in source.series(target["expr"]):
            found.append((legend(target["legendFormat"], labels), points))
    times = sorted({t for _, points in found for t, _ in points})
    if stacked and found:
        rows = [[dict(points).get(t, 0) for t in times] for _, points in found]
        axes.stackplot([t - source.begin for t in times], rows, labels=[name for name, _ in found], alpha=0.6)
    else:
        for name, points in found:
            axes.plot(
                [t - source.begin for t, _ in points],
                [v for _, v in points],
                label=name,
                linewidth=1.2,
                drawstyle="steps-post" if custom.get("lineInterpolation") == "stepAfter" else "default",
            )
    for step in panel["fieldConfig"]["defaults"]["thresholds"]["steps"]:
        if step["value"] is not None:
            axes.axhline(step["value"], color=step["color"], linestyle="--", linewidth=0.8)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: shown(value, unit)))
    axes.set_xlabel("seconds", fontsize=6)
    bounds(axes, panel)
    if not any(value for _, points in found for _, value in points):
        # A scale of its own around nothing would only confuse.
        axes.set_ylim(0, panel["fieldConfig"]["defaults"].get("max", 1))
    if found:
        axes.legend(fontsize=6, ncol=3, loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False)
    return bool(found)


def bounds(axes, panel):
    defaults = panel["fieldConfig"]["defaults"]
    axes.set_ylim(bottom=defaults.get("min"), top=defaults.get("max"))


def number(axes, panel, source):
    unit = panel["fieldConfig"]["defaults"]["unit"]
    values = []
    for target in panel["targets"]:
        for labels, points in source.series(target["expr"]):
            values.append(f"{legend(target['legendFormat'], labels)}: {shown(points[-1][1], unit)}")
    axes.axis("off")
    axes.text(0.5, 0.5, "\n".join(values), ha="center", va="center", fontsize=11)
    return bool(values)


def table(axes, panel, source):
    rows = {}
    columns = [target["legendFormat"] for target in panel["targets"]]
    units = {
        override["matcher"]["options"]: override["properties"][0]["value"]
        for override in panel["fieldConfig"]["overrides"]
    }
    for target in panel["targets"]:
        for labels, points in source.series(target["expr"]):
            column = target["legendFormat"]
            rows.setdefault(labels.get("study", ""), {})[column] = shown(points[-1][1], units.get(column, "short"))
    axes.axis("off")
    if rows:
        cells = [[study] + [row.get(column, "") for column in columns] for study, row in rows.items()]
        axes.table(cells, colLabels=["study"] + columns, loc="center").set_fontsize(8)
    return bool(rows)


def trend(axes, panel, source):
    across = source.series(panel["targets"][0]["expr"])
    up = source.series(panel["targets"][-1]["expr"])
    if across and up:
        at = dict(across[0][1])
        points = sorted((at[t], value) for t, value in up[0][1] if t in at)
        axes.plot([x for x, _ in points], [y for _, y in points], drawstyle="steps-post")
        axes.set_xlabel(panel["options"]["xField"], fontsize=7)
    return bool(across and up)


KINDS = {"timeseries": lines, "stat": number, "table": table, "trend": trend}


def draw(dashboard, source, out):
    """One picture of the whole dashboard, laid out as in Grafana."""
    panels = dashboard["panels"]
    height = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in panels)
    figure = plt.figure(figsize=(16, height * 0.36))
    empty = []
    for panel in panels:
        at = panel["gridPos"]
        box = (
            (at["x"] + 1.0) / COLUMNS,
            1 - (at["y"] + at["h"] - 1.9) / height,
            (at["w"] - 1.3) / COLUMNS,
            max(0.2, at["h"] - 3.1) / height,
        )
        if panel["type"] == "row":
            figure.text(0.01, 1 - (at["y"] + 0.8) / height, panel["title"], fontsize=13, weight="bold")
            continue
        axes = figure.add_axes(box)
        axes.tick_params(labelsize=6)
        axes.grid(alpha=0.3)
        axes.set_title(panel["title"], fontsize=9, loc="left")
        if not KINDS[panel["type"]](axes, panel, source):
            empty.append(panel["title"])
            axes.text(0.5, 0.5, "No data", ha="center", va="center")
    file = out / f"{dashboard['uid']}.png"
    figure.savefig(file, dpi=70)
    plt.close(figure)
    print(f"{file}" + (f"; without data: {', '.join(empty)}" if empty else ""))


def main():
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    source = Source(options)
    for file in sorted(FOLDER.glob("*.json")):
        draw(json.loads(file.read_text(encoding="utf-8")), source, options.out)


if __name__ == "__main__":
    main()
