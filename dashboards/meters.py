"""Shared queries and panels of the dashboards."""

from dataclasses import dataclass

from panels import Panel

INTERVAL = "$__rate_interval"


@dataclass(frozen=True)
class Meters:
    """Queries on the series that match a selector, such as study="$study"."""

    selector: str

    def all(self, metric, extra=""):
        """The series of a metric; extra is one more matcher."""
        return f"{metric}{{{', '.join(filter(None, [self.selector, extra]))}}}"

    def by(self, label, metric, extra=""):
        return f"sum by ({label}) ({self.all(metric, extra)})"

    def total(self, metric, extra=""):
        return f"sum({self.all(metric, extra)})"

    def most(self, metric):
        return f"max({self.all(metric)})"

    def rate(self, label, metric):
        return f"sum by ({label}) (rate({self.all(metric)}[{INTERVAL}]))"

    def total_rate(self, metric):
        return f"sum(rate({self.all(metric)}[{INTERVAL}]))"

    def per_interval(self, label, metric):
        return f"sum by ({label}) (increase({self.all(metric)}[{INTERVAL}]))"

    def quantile(self, q, metric, by="", extra=""):
        labels = ", ".join(filter(None, ["le", by]))
        return f"histogram_quantile({q}, sum by ({labels}) (rate({self.all(metric + '_bucket', extra)}[{INTERVAL}])))"

    # Panels that more than one dashboard has.

    def times(self, title, description, metric, extra="", thresholds=()):
        """A panel of the median and the 99th percentile of a timer."""
        queries = [(self.quantile(q, metric, extra=extra), name) for q, name in ((0.5, "p50"), (0.99, "p99"))]
        return Panel(title, description, "s", queries, low=0, thresholds=list(thresholds))

    def slots(self, metric="flexhb_study_slots", description=None):
        described = description or (
            "Slots of workers: busy = training, parked = waiting for an answer, idle = have not asked yet."
        )
        return Panel("Slots", described, "short", [(self.by("state", metric), "{{state}}")], stacked=True)


def tile(title, description, unit, query, legend, width=4, **more):
    """A panel with one number."""
    return Panel(title, description, unit, [(query, legend)], kind="number", width=width, height=4, **more)


def flow(title, description, *queries):
    """A panel of rates per second."""
    return Panel(title, description, "ops", list(queries))
