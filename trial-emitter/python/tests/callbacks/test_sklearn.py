import numpy
import pytest

sklearn = pytest.importorskip("sklearn")

from sklearn.linear_model import SGDClassifier  # noqa: E402

from flexhb import CheckpointLost  # noqa: E402
from flexhb.callbacks.sklearn import _load, _save, partial_fit  # noqa: E402


def test_should_train_on_from_the_checkpoint_as_if_it_had_never_stopped(one_trial):
    random = numpy.random.default_rng(7)
    x = random.normal(size=(200, 5))
    y = (x[:, 0] > x[:, 1]).astype(int)
    build = lambda: SGDClassifier(loss="log_loss", alpha=0.01, random_state=1)
    error = lambda model: {"error": 1 - model.score(x, y)}

    models = one_trial.train(lambda trial: partial_fit(trial, build, x, y, error, classes=[0, 1]))

    whole = build()
    values = []
    for _ in range(6):
        whole.partial_fit(x, y, classes=[0, 1])
        values.append(1 - whole.score(x, y))
    assert [one_trial.reports[at]["error"] for at in range(1, 7)] == values
    assert numpy.allclose(models[-1].coef_, whole.coef_)


def test_should_train_in_parts(one_trial):
    x, y = numpy.eye(4), numpy.array([0, 1, 0, 1])
    seen = []

    def batches(epoch):
        seen.append(epoch)
        return [(x[:2], y[:2]), (x[2:], y[2:])]

    one_trial.train(lambda trial: partial_fit(
        trial, lambda: SGDClassifier(random_state=1), x, y, lambda m: {"error": 0.0}, batches=batches, classes=[0, 1]))
    assert seen == [1, 2, 3, 4, 5, 6]


def test_should_not_go_on_with_a_model_of_another_version(tmp_path, monkeypatch):
    _save("model", tmp_path)
    monkeypatch.setattr(sklearn, "__version__", "0.1")
    with pytest.raises(CheckpointLost, match="this is 0.1"):
        _load(tmp_path)
