import datetime
import json

import pytest

import flexhb
from flexhb._values import params
from flexhb._study import definition_tree, trial_rows, typed
from flexhb._views import Decision, Status, TrialView, best_of, status_after


def view(number, value, resource=9, state="COMPLETED", **more):
    return TrialView(**{**dict(
        number=number, state=state, value=value, resource=resource, params={"lr": number / 10}, values={resource: value},
        origin="fgf", bracket=0, rung=0, attempt=1, failures=0, revivals=0, worker="", checkpoint=None, reason="",
        updated=datetime.datetime(2026, 1, 1)), **more})


def test_should_prefer_resource_then_value_and_leave_failed_trials_out():
    trials = [view(0, 0.1, resource=3), view(1, 0.5), view(2, 0.4), view(3, 0.0, state="FAILED"), view(4, None)]
    assert best_of(trials, minimize=True).number == 2
    assert best_of(trials, minimize=False).number == 1
    assert best_of([], minimize=True) is None


def test_should_read_a_definition_from_wherever_it_comes(tmp_path):
    pytest.importorskip("yaml")
    tree = {"study": "s", "space": {"lr": {"type": "double"}}}
    file = tmp_path / "s.yaml"
    file.write_text("study: s\nspace:\n  lr: {type: double}\n")
    for given in (tree, json.dumps(tree), file, str(file), file.read_text()):
        assert definition_tree(given) == tree


@pytest.mark.parametrize("given, hint", [
    ("no-such.yaml", "no-such.yaml"), ("- a\n- b\n", "was list"), ("a: [\n", "is not valid YAML"),
    ("a: b: c\n", "is not valid YAML"),
])
def test_should_say_what_is_wrong_with_a_definition(given, hint):
    pytest.importorskip("yaml")
    with pytest.raises(ValueError, match=hint):
        definition_tree(given)


def test_should_give_values_the_type_of_the_space():
    space = {"lr": {"type": "double"}, "n": {"type": "int"}, "opt": {"type": "categorical"}, "b": {"type": "boolean"}}
    assert typed(space, {"lr": 1, "n": 3.0, "opt": "sgd", "b": True}) == {
        "values": {"lr": ("double", 1.0), "n": ("long", 3), "opt": ("string", "sgd"), "b": ("boolean", True)},
        "json": {}}
    assert typed(space, {"opt": None, "n": [64, "x"]}) == {
        "values": {}, "json": {"opt": "null", "n": '[64, "x"]'}}
    with pytest.raises(ValueError, match="no parameter"):
        typed(space, {"learning_rate": 1})
    with pytest.raises(ValueError, match="a string, a number, a boolean, None or a list"):
        typed(space, {"opt": {}})


def test_should_give_null_and_lists_as_they_are():
    assert params({"values": {"lr": 0.1}, "json": {"depth": "null", "layers": "[64,[1.5]]"}}) == {
        "lr": 0.1, "depth": None, "layers": [64, [1.5]]}
    assert params({"values": {"lr": 0.1}}) == {"lr": 0.1}  # of an earlier tuner
    assert params(None) == {}


def test_should_make_a_line_for_each_trial():
    row = trial_rows([view(1, 0.5)])[0]
    assert (row["number"], row["value"], row["params_lr"], row["value_at_9"]) == (1, 0.5, 0.1, 0.5)


def test_should_follow_the_status():
    facts = [{"type": "StudyCreated", "fields": {}},
             {"type": "StatusChanged", "fields": {"status": "FINISHED", "reason": "the budget is used up"}}]
    assert status_after(facts[:1], Status("UNKNOWN")) == Status("ACTIVE")
    over = status_after(facts, Status("UNKNOWN"))
    assert over.is_over and str(over) == "FINISHED: the budget is used up"


def test_should_know_what_a_decision_is_about():
    decision = Decision.of({
        "sequence": 3, "time": datetime.datetime(2026, 1, 1), "input": {"trial": 4}, "facts": [], "commands": [],
        "reasons": [{"rule": "glosh", "trial": 7, "text": "kept", "values": {}}]})
    assert decision.is_about(4) and decision.is_about(7) and not decision.is_about(1)
    assert "kept" in str(decision)


def test_should_refuse_a_definition_of_another_study():
    with pytest.raises(ValueError, match="is for study 'b', but this is 'a'"):
        flexhb.study("a", bootstrap_servers="localhost:1").create({"study": "b"})


def test_should_say_in_time_that_nobody_is_there():
    with pytest.raises(flexhb.TunerUnavailable, match="localhost:1"):
        import flexhb._topics as topics
        topics._LOOK_UP = 1.0
        flexhb.study("a", bootstrap_servers="localhost:1").best
