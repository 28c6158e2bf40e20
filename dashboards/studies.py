"""All studies: their progress, results and savings."""

from meters import Meters, flow, tile
from panels import Panel, board, variable

CHOSEN = Meters('study=~"$study"')
SAVED = "flexhb_study_resource_saved"
TRAINED = "flexhb_study_resource_trained"


def share_saved(summed):
    return f"{summed(SAVED)} / ({summed(SAVED)} + {summed(TRAINED)})"


def by_study(metric):
    return CHOSEN.by("study", metric)


def studies():
    return board(
        "flexhb-studies",
        "FlexHB / All studies",
        "Every study of the tuners: progress, results, use of workers.",
        [variable("study", "Study", "label_values(flexhb_study_trials, study)", multi=True)],
        [
            (
                "Now",
                [
                    tile(
                        "Studies",
                        "Studies of the tuners, by status. An ended study stays until its tuner restarts or another study takes its label.",
                        "short",
                        "sum by (status) (flexhb_studies)",
                        "{{status}}",
                        width=8,
                    ),
                    tile(
                        "Trials in training",
                        "Trials that a worker trains now.",
                        "short",
                        CHOSEN.total("flexhb_study_trials", 'state="running"'),
                        "training",
                    ),
                    tile(
                        "Decisions",
                        "Decisions that changed a study, all tuners.",
                        "ops",
                        "sum(rate(flexhb_decisions_total[$__rate_interval]))",
                        "decisions",
                    ),
                    tile(
                        "Resource saved",
                        "Share of the resource for training every trial to the end that stopping saved. Stopped trials only; below a"
                        " third, early stopping saves little.",
                        "percentunit",
                        share_saved(CHOSEN.total),
                        "saved",
                        low=0,
                        high=1,
                    ),
                    tile(
                        "Waiting slots",
                        "Slots of workers that asked and wait for an answer. They cost money without training: run more studies or"
                        " fewer workers.",
                        "short",
                        CHOSEN.total("flexhb_study_slots", 'state="parked"'),
                        "parked",
                        thresholds=[(10, "yellow"), (100, "red")],
                    ),
                ],
            ),
            (
                "Studies",
                [
                    Panel(
                        "Results",
                        "For each study: its best value at full resource, how much worse the best of the first bracket is, trials"
                        " created, the share of resource saved, and workers.",
                        "short",
                        [
                            (f"max by (study) ({CHOSEN.all('flexhb_study_best')})", "best"),
                            (f"max by (study) ({CHOSEN.all('flexhb_study_first_bracket_regret')})", "first bracket worse by"),
                            (by_study("flexhb_study_trials"), "trials"),
                            (share_saved(by_study), "saved"),
                            (by_study("flexhb_study_workers"), "workers"),
                        ],
                        kind="table",
                        width=24,
                        height=9,
                        columns={"saved": "percentunit"},
                    ),
                    Panel(
                        "Trials by status",
                        "All studies together. Paused trials wait for their rung; stopped ones may be revived.",
                        "short",
                        [(CHOSEN.by("state", "flexhb_study_trials"), "{{state}}")],
                        stacked=True,
                    ),
                    Panel(
                        "Resource trained",
                        "Resource up to which trials have values, in units of each study (for example epochs).",
                        "short",
                        [(by_study(TRAINED), "{{study}}")],
                    ),
                    Panel(
                        "Share of resource saved",
                        "By stopping, compared with training every trial to the end.",
                        "percentunit",
                        [(share_saved(by_study), "{{study}}")],
                        low=0,
                        high=1,
                    ),
                    flow(
                        "Decisions by study",
                        "Decisions that changed the study. An active study without decisions for minutes has no worker that reports.",
                        (CHOSEN.rate("study", "flexhb_study_decisions_total"), "{{study}}"),
                    ),
                    flow(
                        "Stopped, promoted, revived",
                        "Outcomes of trials at their rungs, all studies together.",
                        (CHOSEN.total_rate("flexhb_study_stops_total"), "stopped"),
                        (CHOSEN.total_rate("flexhb_study_promotions_total"), "promoted"),
                        (CHOSEN.total_rate("flexhb_study_revivals_total"), "revived"),
                    ),
                    CHOSEN.slots(),
                ],
            ),
        ],
    )
