"""All studies: what is under way, what it brought and what it saved."""

from panels import Panel, board, variable

TRIALS = 'flexhb_study_trials{study=~"$study"}'
SAVED = (
    'sum by (study) (flexhb_study_resource_saved{study=~"$study"})'
    ' / (sum by (study) (flexhb_study_resource_saved{study=~"$study"})'
    ' + sum by (study) (flexhb_study_resource_trained{study=~"$study"}))'
)


def studies():
    return board(
        "flexhb-studies",
        "FlexHB / All studies",
        "Every study a tuner has in hand: progress, results, use of workers.",
        [variable("study", "Study", "label_values(flexhb_study_trials, study)", multi=True)],
        [
            (
                "Now",
                [
                    Panel(
                        "Studies",
                        "Studies the tuners have in hand, by where they stand. One that is over stays until its tuner restarts or its"
                        " label goes to another.",
                        "short",
                        [("sum by (status) (flexhb_studies)", "{{status}}")],
                        kind="number",
                        width=8,
                        height=4,
                    ),
                    Panel(
                        "Trials in training",
                        "Trials that some worker trains now.",
                        "short",
                        [('sum(flexhb_study_trials{study=~"$study", state="running"})', "training")],
                        kind="number",
                        width=4,
                        height=4,
                    ),
                    Panel(
                        "Decisions",
                        "Decisions that changed a study, all tuners.",
                        "ops",
                        [("sum(rate(flexhb_decisions_total[$__rate_interval]))", "decisions")],
                        kind="number",
                        width=4,
                        height=4,
                    ),
                    Panel(
                        "Resource saved",
                        "Of what it would take to train every trial to the end: the share that stopping saved. Stopped trials only; below"
                        " a third, stopping hardly pays.",
                        "percentunit",
                        [
                            (
                                'sum(flexhb_study_resource_saved{study=~"$study"})'
                                ' / (sum(flexhb_study_resource_saved{study=~"$study"})'
                                ' + sum(flexhb_study_resource_trained{study=~"$study"}))',
                                "saved",
                            )
                        ],
                        kind="number",
                        width=4,
                        height=4,
                        low=0,
                        high=1,
                    ),
                    Panel(
                        "Slots without work",
                        "Slots of workers that asked and wait for an answer. They cost money: more studies, or fewer workers, would use them.",
                        "short",
                        [('sum(flexhb_study_slots{study=~"$study", state="parked"})', "parked")],
                        kind="number",
                        width=4,
                        height=4,
                        thresholds=[(10, "yellow"), (100, "red")],
                    ),
                ],
            ),
            (
                "Studies",
                [
                    Panel(
                        "Results",
                        "For each study: its best value at full resource, how much worse the best of the first bracket is, trials made, the share"
                        " of resource saved, and workers.",
                        "short",
                        [
                            ('max by (study) (flexhb_study_best{study=~"$study"})', "best"),
                            ('max by (study) (flexhb_study_first_bracket_regret{study=~"$study"})', "first bracket worse by"),
                            (f"sum by (study) ({TRIALS})", "trials"),
                            (SAVED, "saved"),
                            ('sum by (study) (flexhb_study_workers{study=~"$study"})', "workers"),
                        ],
                        kind="table",
                        width=24,
                        height=9,
                        columns={"saved": "percentunit"},
                    ),
                    Panel(
                        "Trials by where they stand",
                        "All studies together. Paused trials wait for their rung; stopped ones may be revived.",
                        "short",
                        [(f"sum by (state) ({TRIALS})", "{{state}}")],
                        stacked=True,
                    ),
                    Panel(
                        "Trained",
                        "Resource up to which trials have values, in units of each study (epochs, say).",
                        "short",
                        [('sum by (study) (flexhb_study_resource_trained{study=~"$study"})', "{{study}}")],
                    ),
                    Panel(
                        "Share of resource saved",
                        "By stopping, against training every trial to the end.",
                        "percentunit",
                        [(SAVED, "{{study}}")],
                        low=0,
                        high=1,
                    ),
                    Panel(
                        "Decisions by study",
                        "Decisions that changed the study. None for minutes in an active study: no worker reports.",
                        "ops",
                        [('sum by (study) (rate(flexhb_study_decisions_total{study=~"$study"}[$__rate_interval]))', "{{study}}")],
                    ),
                    Panel(
                        "Stopped, promoted, revived",
                        "What became of trials at their rungs, all studies together.",
                        "ops",
                        [
                            ('sum(rate(flexhb_study_stops_total{study=~"$study"}[$__rate_interval]))', "stopped"),
                            ('sum(rate(flexhb_study_promotions_total{study=~"$study"}[$__rate_interval]))', "promoted"),
                            ('sum(rate(flexhb_study_revivals_total{study=~"$study"}[$__rate_interval]))', "revived"),
                        ],
                    ),
                    Panel(
                        "Slots",
                        "Slots of workers: busy ones train, parked ones wait for an answer, idle ones have not asked yet.",
                        "short",
                        [('sum by (state) (flexhb_study_slots{study=~"$study"})', "{{state}}")],
                        stacked=True,
                    ),
                ],
            ),
        ],
    )
