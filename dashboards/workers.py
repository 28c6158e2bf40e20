"""Workers: as the tuner sees them, and as they see the tuner."""

from meters import Meters, flow
from panels import Panel, board, variable

CHOSEN = Meters('study=~"$study"')


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
                        [(CHOSEN.by("study", "flexhb_study_workers"), "{{study}}")],
                    ),
                    CHOSEN.slots(),
                    Panel(
                        "Asks parked",
                        "Slots that wait for work, by study. For long: the study has too many workers, or waits for a rung.",
                        "short",
                        [(CHOSEN.by("study", "flexhb_study_slots", 'state="parked"'), "{{study}}")],
                    ),
                    flow(
                        "Attempts lost",
                        "By blame: the trainer's failure, a grant nobody started, or nobody's fault (preempted, a tuner away).",
                        (CHOSEN.rate("blame", "flexhb_study_attempts_lost_total"), "{{blame}}"),
                    ),
                    flow(
                        "Leases run out",
                        "Workers that fell silent. All studies of the tuners.",
                        ("sum(rate(flexhb_lease_expired_total[$__rate_interval]))", "expired"),
                    ),
                    flow(
                        "Values",
                        "Reports that brought a value at a fidelity level.",
                        (CHOSEN.rate("study", "flexhb_study_values_total"), "{{study}}"),
                    ),
                ],
            ),
            (
                "As they see themselves",
                [
                    CHOSEN.slots("flexhb_worker_slots", "What slots do: train, wait for a decision, ask for work, or nothing."),
                    CHOSEN.times(
                        "Wait for a decision",
                        "From a report at a boundary to the decision on it, as the worker sees it: with the network, the tuner and its commit.",
                        "flexhb_worker_decision_wait_seconds",
                        thresholds=[(1, "red")],
                    ),
                    CHOSEN.times(
                        "Wait for work",
                        "From an ask to the trial that answers it. Long where a rung is waited for.",
                        "flexhb_worker_ask_wait_seconds",
                    ),
                    flow(
                        "Reports",
                        "Reports of metrics, and signs of life between them.",
                        (CHOSEN.total_rate("flexhb_worker_reports_total"), "reports"),
                        (CHOSEN.total_rate("flexhb_worker_heartbeats_total"), "heartbeats"),
                    ),
                    flow(
                        "Trials taken up",
                        "Asks for work, and the trials that answered them: new ones, some that go on, and revived ones.",
                        (CHOSEN.total_rate("flexhb_worker_asks_total"), "asks"),
                        (CHOSEN.rate("kind", "flexhb_worker_grants_total"), "{{kind}}"),
                    ),
                    flow(
                        "Decisions",
                        "Decisions on trials in hand.",
                        (CHOSEN.rate("kind", "flexhb_worker_decisions_total"), "{{kind}}"),
                    ),
                    flow(
                        "Ended by the worker",
                        "Attempts that did not come to their boundary: the trainer failed, the worker was preempted, a checkpoint was gone.",
                        (CHOSEN.rate("reason", "flexhb_worker_ends_total"), "{{reason}}"),
                    ),
                    flow(
                        "Sent again",
                        "Asks and reports without an answer. While the tuner is away that is as it should be.",
                        (CHOSEN.total_rate("flexhb_worker_repeats_total"), "repeats"),
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
