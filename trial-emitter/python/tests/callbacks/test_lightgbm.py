import numpy
import pytest

lightgbm = pytest.importorskip("lightgbm")

from flexhb.callbacks.lightgbm import begun_model, flexhb_callback  # noqa: E402

PARAMS = {"objective": "binary", "metric": "binary_logloss", "learning_rate": 0.3, "num_threads": 1, "verbosity": -1,
          "seed": 1, "deterministic": True, "force_row_wise": True}


def data():
    random = numpy.random.default_rng(7)
    x = random.normal(size=(400, 5))
    y = (x[:, 0] + x[:, 1] ** 2 > 0.5).astype(int)
    held = lambda: lightgbm.Dataset(x[:300], y[:300], free_raw_data=False)
    made = held()
    return made, lightgbm.Dataset(x[300:], y[300:], reference=made, free_raw_data=False)


def fit(callbacks, rounds, **options):
    log = {}
    train, held_out = data()
    booster = lightgbm.train(PARAMS, train, num_boost_round=rounds, valid_sets=[held_out],
                             valid_names=["validation"], callbacks=[lightgbm.record_evaluation(log), *callbacks],
                             **options)
    return booster, log["validation"]["binary_logloss"]


def test_should_train_on_from_the_checkpoint_as_if_it_had_never_stopped(one_trial):
    printed = []

    def train(trial):
        callback = flexhb_callback(trial, {"loss": "validation-binary_logloss"})
        booster, log = fit([callback], 1000, init_model=begun_model(trial))
        printed.extend(log)
        return booster

    boosters = one_trial.train(train)

    assert [booster.current_iteration() for booster in boosters] == [2, 6]
    assert [one_trial.reports[at]["loss"] for at in range(1, 7)] == printed
    assert printed == pytest.approx(fit([], 6)[1], abs=1e-6)


def test_should_say_that_the_model_to_go_on_from_was_forgotten(one_trial):
    def train(trial):
        if trial.start > 0:
            with pytest.raises(ValueError, match="init_model=begun_model"):
                fit([flexhb_callback(trial)], 1000)
        fit([flexhb_callback(trial, {"loss": "validation-binary_logloss"})], 1000, init_model=begun_model(trial))

    one_trial.train(train)
