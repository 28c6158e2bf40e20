"""HyperBand's brackets with sizes rounded up, beside SMAC; first rungs beside Optuna; rung levels beside Syne Tune."""
from __future__ import annotations

import optuna
from smac.intensifier.hyperband_utils import determine_HB
from syne_tune.optimizer.schedulers.asha import Bracket

import brackets
from exchange import FlexHB
from table import Table


def smac(max_resource: int, eta: int, min_resource: float) -> list[brackets.Bracket]:
    told = determine_HB(min_budget=min_resource, max_budget=max_resource, eta=eta)
    stages = range(told["number_of_brackets"])
    return [brackets.rungs(told["n_configs_in_stage"][s], told["budgets_in_stage"][s]) for s in stages]


def optuna_sizes(max_resource: int, eta: int) -> list[int]:
    """In what proportion Optuna shares trials among its brackets: the sizes of their first rungs."""
    pruner = optuna.pruners.HyperbandPruner(min_resource=1, max_resource=max_resource, reduction_factor=eta)
    study = optuna.create_study(pruner=pruner)
    pruner._try_initialization(study)
    return pruner._trial_allocation_budgets


def levels(max_resource: int, eta: int, min_resource: float) -> list[int]:
    return [int(milestone + 1e-6) for milestone, _ in reversed(Bracket(min_resource, max_resource, eta, 0).rungs)]


def main() -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    table = Table("smac", "optuna", "syne-tune")
    with FlexHB() as flexhb:
        brackets.compare(flexhb, table, "SMAC", "ceil", smac)
        for max_resource, eta in brackets.LADDERS:
            ours = flexhb.ask("brackets", max_resource=max_resource, eta=eta, sizing="ceil")
            sizes, theirs = [bracket[0][0] for bracket in ours["brackets"]], optuna_sizes(max_resource, eta)
            lost = len(theirs) < len(sizes)
            name = f"first rungs (ceil) of R = {max_resource}, eta = {eta}, like Optuna's"
            rule = "they lose a bracket, so all sizes differ" if lost else "equal"
            table.row(name, sizes, theirs, lost or sizes == theirs, rule)
            if max_resource in (eta**k for k in range(1, 10)):  # else theirs count from the lowest level, ours from R
                theirs = levels(max_resource, eta, 1)
                rule = "equal"
                if len(theirs) < len(ours["rung_levels"]):
                    rule = f"they lose the last ({len(theirs)} levels); equal when r = 1 - {brackets.TRIFLE:g}"
                    theirs = levels(max_resource, eta, 1 - brackets.TRIFLE)
                name = f"rung levels of R = {max_resource}, eta = {eta}, like Syne Tune's"
                table.row(name, ours["rung_levels"], theirs, ours["rung_levels"] == theirs, rule)
    table.end()


if __name__ == "__main__":
    main()
