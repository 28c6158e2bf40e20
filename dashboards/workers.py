"""Workers: as the tuner sees them, and as they see the tuner."""

from panels import Panel, board, variable

S = 'study=~"$study"'


def by(label, metric, extra=""):
    return f"sum by ({label}) ({metric}{{{S}{extra}}})"


def rate(label, metric):
    return f"sum by ({label}) (rate({metric}{{{S}}}[$__rate_interval]))"


def quantile(q, metric):
    return f"histogram_quantile({q}, sum by (le) (rate({metric}_bucket{{{S}}}[$__rate_interval])))"


def workers():
    return board(
        "flexhb-workers",
        "FlexHB / Workers",
        "Use and losses of workers. The lower rows need trainers that give the SDK a meter registry and are scraped.",
        [variable("study", "Study", "label_values(flexhb_study_trials, study)", multi=True)],
        [
            (
                "As the tuner sees them",
                [
                    Panel(
                        "Workers",
                        "Workers with a slot the tuner knows of.",
                        "short",
                        [(by("study", "flexhb_study_workers"), "{{study}}")],
                    ),
                    Panel(
                        "Slots",
                        "Busy ones train, parked ones wait for an answer, idle ones have not asked yet.",
                        "short",
                        [(by("state", "flexhb_study_slots"), "{{state}}")],
                        stacked=True,
                    ),
                    Panel(
                        "Asks parked",
                        "Slots that wait for work, by study. For long: the study has too many workers, or waits for a rung.",
                        "short",
                        [(by("study", "flexhb_study_slots", ', state="parked"'), "{{study}}")],
                    ),
                    Panel(
                        "Attempts lost",
                        "By blame: the trainer's failure, a grant nobody started, or nobody's fault (preempted, a tuner away).",
                        "ops",
                        [(rate("blame", "flexhb_study_attempts_lost_total"), "{{blame}}")],
                    ),
                    Panel(
                        "Leases run out",
                        "Workers that fell silent. All studies of the tuners.",
                        "ops",
                        [("sum(rate(flexhb_lease_expired_total[$__rate_interval]))", "expired")],
                    ),
                    Panel(
                        "Values",
                        "Reports that brought a value at a fidelity level.",
                        "ops",
                        [(rate("study", "flexhb_study_values_total"), "{{study}}")],
                    ),
                ],
            ),
            (
                "As they see themselves",
                [
                    Panel(
                        "Slots",
                        "What slots do: train, wait for a decision, ask for work, or nothing.",
                        "short",
                        [(by("state", "flexhb_worker_slots"), "{{state}}")],
                        stacked=True,
                    ),
                    Panel(
                        "Wait for a decision",
                        "From a report at a boundary to the decision on it, as the worker sees it: with the network, the tuner and its commit.",
                        "s",
                        [
                            (quantile(0.5, "flexhb_worker_decision_wait_seconds"), "p50"),
                            (quantile(0.99, "flexhb_worker_decision_wait_seconds"), "p99"),
                        ],
                        low=0,
                        thresholds=[(1, "red")],
                    ),
                    Panel(
                        "Wait for work",
                        "From an ask to the trial that answers it. Long where a rung is waited for.",
                        "s",
                        [
                            (quantile(0.5, "flexhb_worker_ask_wait_seconds"), "p50"),
                            (quantile(0.99, "flexhb_worker_ask_wait_seconds"), "p99"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Reports",
                        "Reports of metrics, and signs of life between them.",
                        "ops",
                        [
                            (f"sum(rate(flexhb_worker_reports_total{{{S}}}[$__rate_interval]))", "reports"),
                            (f"sum(rate(flexhb_worker_heartbeats_total{{{S}}}[$__rate_interval]))", "heartbeats"),
                        ],
                    ),
                    Panel(
                        "Trials taken up",
                        "Asks for work, and the trials that answered them: new ones, some that go on, and revived ones.",
                        "ops",
                        [
                            (f"sum(rate(flexhb_worker_asks_total{{{S}}}[$__rate_interval]))", "asks"),
                            (rate("kind", "flexhb_worker_grants_total"), "{{kind}}"),
                        ],
                    ),
                    Panel(
                        "Decisions",
                        "Decisions on trials in hand.",
                        "ops",
                        [(rate("kind", "flexhb_worker_decisions_total"), "{{kind}}")],
                    ),
                    Panel(
                        "Ended by the worker",
                        "Attempts that did not come to their boundary: the trainer failed, the worker was preempted, a checkpoint was gone.",
                        "ops",
                        [(rate("reason", "flexhb_worker_ends_total"), "{{reason}}")],
                    ),
                    Panel(
                        "Sent again",
                        "Asks and reports without an answer. While the tuner is away that is as it should be.",
                        "ops",
                        [(f"sum(rate(flexhb_worker_repeats_total{{{S}}}[$__rate_interval]))", "repeats")],
                    ),
                    Panel(
                        "Records lost",
                        "Records that could not be delivered before a worker ended: their reports are trained again.",
                        "short",
                        [("sum(flexhb_worker_lost_records_total)", "lost")],
                        thresholds=[(1, "red")],
                    ),
                ],
            ),
        ],
    )
