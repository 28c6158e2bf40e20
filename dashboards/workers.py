"""Workers: as the tuner sees them, and as they see the tuner."""

from meters import Meters, flow
from panels import Panel, board, variable

CHOSEN = Meters('study=~"$study"')


def workers():
    return board(
        "flexhb-workers",
        "FlexHB / Workers",
        "Utilization and losses of workers. The lower rows need trainers that pass a meter registry to the SDK and are scraped.",
        [variable("study", "Study", "label_values(flexhb_study_trials, study)", multi=True)],
        [
            (
                "As seen by the tuner",
                [
                    Panel(
                        "Workers",
                        "Workers with a slot that the tuner knows.",
                        "short",
                        [(CHOSEN.by("study", "flexhb_study_workers"), "{{study}}")],
                    ),
                    CHOSEN.slots(),
                    Panel(
                        "Waiting slots",
                        "Slots that wait for work, by study. If they wait long, the study has too many workers or waits for a rung.",
                        "short",
                        [(CHOSEN.by("study", "flexhb_study_slots", 'state="parked"'), "{{study}}")],
                    ),
                    flow(
                        "Lost attempts",
                        "By blame: the trainer's failure, a grant that was never started, or no fault (preempted, tuner unavailable).",
                        (CHOSEN.rate("blame", "flexhb_study_attempts_lost_total"), "{{blame}}"),
                    ),
                    flow(
                        "Expired leases",
                        "Leases that expired because a worker gave no sign of life, all studies.",
                        ("sum(rate(flexhb_lease_expired_total[$__rate_interval]))", "expired"),
                    ),
                    flow(
                        "Values",
                        "Reports with a value at a fidelity level.",
                        (CHOSEN.rate("study", "flexhb_study_values_total"), "{{study}}"),
                    ),
                ],
            ),
            (
                "As seen by the workers",
                [
                    CHOSEN.slots("flexhb_worker_slots", "What slots do: train, wait for a decision, ask for work, or nothing."),
                    CHOSEN.times(
                        "Decision wait",
                        "From a report at a boundary to the decision on it, as the worker sees it, including the network, the tuner and"
                        " its commit.",
                        "flexhb_worker_decision_wait_seconds",
                        thresholds=[(1, "red")],
                    ),
                    CHOSEN.times(
                        "Wait for work",
                        "From an ask to the trial that answers it. Long when the worker waits for a rung.",
                        "flexhb_worker_ask_wait_seconds",
                    ),
                    flow(
                        "Reports",
                        "Reports of metrics, and heartbeats between them.",
                        (CHOSEN.total_rate("flexhb_worker_reports_total"), "reports"),
                        (CHOSEN.total_rate("flexhb_worker_heartbeats_total"), "heartbeats"),
                    ),
                    flow(
                        "Asks and grants",
                        "Asks for work, and the trials that answered them: new, continued and revived ones.",
                        (CHOSEN.total_rate("flexhb_worker_asks_total"), "asks"),
                        (CHOSEN.rate("kind", "flexhb_worker_grants_total"), "{{kind}}"),
                    ),
                    flow(
                        "Decisions",
                        "Decisions on current trials.",
                        (CHOSEN.rate("kind", "flexhb_worker_decisions_total"), "{{kind}}"),
                    ),
                    flow(
                        "Ended by the worker",
                        "Attempts that ended before their boundary: the trainer failed, the worker was preempted, or a checkpoint was"
                        " lost.",
                        (CHOSEN.rate("reason", "flexhb_worker_ends_total"), "{{reason}}"),
                    ),
                    flow(
                        "Retries",
                        "Repeated asks and reports without an answer. This is normal while the tuner is unavailable.",
                        (CHOSEN.total_rate("flexhb_worker_repeats_total"), "repeats"),
                    ),
                    Panel(
                        "Lost records",
                        "Records that could not be delivered before a worker ended: the lost training is repeated.",
                        "short",
                        [("sum(flexhb_worker_lost_records_total)", "lost")],
                        thresholds=[(1, "red")],
                    ),
                ],
            ),
        ],
    )
