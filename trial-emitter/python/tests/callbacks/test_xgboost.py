import numpy
import pytest

xgboost = pytest.importorskip("xgboost")

from flexhb.callbacks.xgboost import FlexHBCallback  # noqa: E402


def test_should_train_on_from_the_checkpoint_as_if_it_had_never_stopped(one_trial):
    random = numpy.random.default_rng(7)
    x = random.normal(size=(400, 5))
    y = (x[:, 0] + x[:, 1] ** 2 > 0.5).astype(int)
    data, held_out = xgboost.DMatrix(x[:300], y[:300]), xgboost.DMatrix(x[300:], y[300:])
    params = {"objective": "binary:logistic", "eval_metric": "logloss", "eta": 0.3, "nthread": 1, "seed": 1}
    printed = []

    def train(trial):
        log = {}
        callback = FlexHBCallback(trial, {"loss": "validation-logloss"})
        booster = xgboost.train(params, data, num_boost_round=1000, evals=[(held_out, "validation")],
                                evals_result=log, xgb_model=callback.model, callbacks=[callback], verbose_eval=False)
        printed.extend(log["validation"]["logloss"])
        return booster

    boosters = one_trial.train(train)

    assert [booster.num_boosted_rounds() for booster in boosters] == [2, 6]
    assert [one_trial.reports[at]["loss"] for at in range(1, 7)] == printed
    whole = {}
    xgboost.train(params, data, 6, evals=[(held_out, "validation")], evals_result=whole, verbose_eval=False)
    assert printed == pytest.approx(whole["validation"]["logloss"], abs=1e-5)


def test_should_name_a_metric_that_is_not_evaluated(one_trial):
    data = xgboost.DMatrix(numpy.eye(4), [0, 1, 0, 1])

    def fit(trial, metrics):
        callback = FlexHBCallback(trial, metrics)
        xgboost.train({}, data, 1000, evals=[(data, "train")], verbose_eval=False, callbacks=[callback],
                      xgb_model=callback.model)

    def train(trial):
        if trial.start == 0:
            with pytest.raises(KeyError, match="not \\['validation-error'\\]"):
                fit(trial, {"error": "validation-error"})
        fit(trial, None)  # all that is evaluated

    one_trial.train(train)
    assert set(one_trial.reports[1]) == {"train-rmse"}
