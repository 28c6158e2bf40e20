"""One study: how its best value came about, and what the method does."""

from meters import Meters
from panels import Panel, board, variable

ONE = Meters('study="$study"')
BUSY = ONE.total("flexhb_study_slots", 'state="busy"')


def study():
    return board(
        "flexhb-study",
        "FlexHB / One study",
        "One study: best value over time and over resource, rungs and brackets, model weights, resource saved.",
        [variable("study", "Study", "label_values(flexhb_study_trials, study)")],
        [
            (
                "Result",
                [
                    Panel(
                        "Best",
                        "Best objective of a trial trained to the end, in the user's direction.",
                        "none",
                        [(ONE.most("flexhb_study_best"), "best")],
                        kind="number",
                        width=4,
                        height=8,
                    ),
                    Panel(
                        "Best over time",
                        "Best objective at full resource. Marks: rungs at which trials were stopped, and revivals.",
                        "none",
                        [(ONE.most("flexhb_study_best"), "best")],
                        width=10,
                        stepped=True,
                    ),
                    Panel(
                        "Best over resource",
                        "The same over the resource trained so far, in units of the study: the result for a given budget.",
                        "none",
                        [
                            (ONE.total("flexhb_study_resource_trained"), "trained"),
                            (ONE.most("flexhb_study_best"), "best"),
                        ],
                        kind="trend",
                        width=10,
                    ),
                    Panel(
                        "Gain since the first bracket",
                        "How much worse the best trial of the first bracket is than the best now: the gain since then.",
                        "none",
                        [(ONE.most("flexhb_study_first_bracket_regret"), "worse by")],
                        stepped=True,
                        low=0,
                    ),
                    Panel(
                        "Resource",
                        "Granted to workers, trained (trials have values up to there), and saved (the further cost of training the"
                        " stopped trials to the end). In units of the study.",
                        "short",
                        [
                            (ONE.total("flexhb_study_resource_granted"), "granted"),
                            (ONE.total("flexhb_study_resource_trained"), "trained"),
                            (ONE.total("flexhb_study_resource_saved"), "saved"),
                        ],
                    ),
                    Panel(
                        "Trials",
                        "Trials by status.",
                        "short",
                        [(ONE.by("state", "flexhb_study_trials"), "{{state}}")],
                        stacked=True,
                    ),
                ],
            ),
            (
                "Rungs and brackets",
                [
                    Panel(
                        "In training for a rung",
                        "Trials of open brackets without a value at their rung yet, by level. A rung is decided when none is left.",
                        "short",
                        [(ONE.by("level", "flexhb_study_rung_waiting"), "level {{level}}")],
                        stacked=True,
                    ),
                    Panel(
                        "Waiting at a rung",
                        "Trials of open brackets that have their value and wait for the others, by level.",
                        "short",
                        [(ONE.by("level", "flexhb_study_rung_arrived"), "level {{level}}")],
                        stacked=True,
                    ),
                    Panel(
                        "Bracket plan",
                        "The current start level of the bracket at each place of the loop. FlexBand lowers a line if, according to tau,"
                        " the lower level ranks trials just as well.",
                        "short",
                        [(f"max by (place) ({ONE.all('flexhb_study_bracket_start')})", "place {{place}}")],
                        stepped=True,
                    ),
                    Panel(
                        "Brackets opened",
                        "By start level; rearranged ones replace another bracket.",
                        "short",
                        [
                            (ONE.by("start", "flexhb_study_brackets_total"), "from {{start}}"),
                            (ONE.total("flexhb_study_brackets_rearranged_total"), "rearranged"),
                        ],
                        stepped=True,
                    ),
                    Panel(
                        "Open brackets",
                        "Several brackets are open when workers would otherwise wait.",
                        "short",
                        [(ONE.total("flexhb_study_open_brackets"), "open")],
                        stepped=True,
                    ),
                    Panel(
                        "Kendall's tau",
                        "Rank correlation of adjacent start levels. Above the threshold of the study's FlexBand (0.55 by default) the"
                        " lower level is"
                        " trusted, and its bracket runs in place of the next.",
                        "none",
                        [(f"max by (low, high) ({ONE.all('flexhb_study_tau')})", "{{low}} to {{high}}")],
                        low=-1,
                        high=1,
                        thresholds=[(0.55, "purple")],
                    ),
                    Panel(
                        "Stopped",
                        "Trials stopped in each interval, by level.",
                        "short",
                        [(ONE.per_interval("level", "flexhb_study_stops_total"), "level {{level}}")],
                    ),
                    Panel(
                        "Promoted and revived",
                        "Trials promoted from a level in each interval; revived ones had been stopped there before.",
                        "short",
                        [
                            (ONE.per_interval("level", "flexhb_study_promotions_total"), "promoted from {{level}}"),
                            (ONE.per_interval("level", "flexhb_study_revivals_total"), "revived at {{level}}"),
                        ],
                    ),
                    Panel(
                        "Revival pools",
                        "Stopped trials that global ranking may revive, by level.",
                        "short",
                        [(ONE.by("level", "flexhb_study_pool_trials"), "level {{level}}")],
                        stacked=True,
                    ),
                ],
            ),
            (
                "Models and workers",
                [
                    Panel(
                        "Weights of the levels",
                        "The weight of each fidelity level's model in the newest suggestion. Weight moves to the levels that rank trials"
                        " like the full resource. There is none before the first model.",
                        "percentunit",
                        [(f"max by (level) ({ONE.all('flexhb_study_fidelity_weight')})", "level {{level}}")],
                        stacked=True,
                        low=0,
                        high=1,
                    ),
                    Panel(
                        "Origin of configurations",
                        "Trials created so far: by the model, drawn on purpose, drawn because the model was late or found nothing new"
                        " (fallback), or a"
                        " user's own.",
                        "short",
                        [(ONE.by("source", "flexhb_study_new_trials_total"), "{{source}}")],
                        stacked=True,
                    ),
                    Panel(
                        "Suggestions",
                        "Asked of the sampler pool, ready for use, and enqueued by users.",
                        "short",
                        [(ONE.by("state", "flexhb_study_suggestions"), "{{state}}")],
                    ),
                    ONE.slots(),
                    Panel(
                        "Worker utilization",
                        "Share of the slots that train. Low while trials wait for rungs: more brackets at once, or asynchronous"
                        " promotion, help.",
                        "percentunit",
                        [
                            (
                                f"{BUSY} / ({ONE.total('flexhb_study_slots')} > 0) or {BUSY}",
                                "busy",
                            )
                        ],
                        low=0,
                        high=1,
                    ),
                    Panel(
                        "Lost attempts",
                        "Attempts that ended before their boundary in each interval: the trainer's failure, never started, or no fault.",
                        "short",
                        [(ONE.per_interval("blame", "flexhb_study_attempts_lost_total"), "{{blame}}")],
                    ),
                ],
            ),
        ],
        annotations=[
            ("stopped", "orange", f"sum(increase({ONE.all('flexhb_study_stops_total')}[15s])) > 0"),
            ("revived", "purple", f"sum(increase({ONE.all('flexhb_study_revivals_total')}[15s])) > 0"),
        ],
    )
