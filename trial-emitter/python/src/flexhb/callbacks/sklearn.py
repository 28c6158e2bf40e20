"""For scikit-learn models with `partial_fit`: one pass over the data is one unit of resource.

    model = partial_fit(trial, lambda: SGDClassifier(alpha=trial["alpha"]), x, y,
                        lambda model: {"error": 1 - model.score(x_held_out, y_held_out)}, classes=classes)

The model is saved with joblib, which unpickles on load: use it only where everyone who can write to the checkpoint
folder is trusted, or give your own `save` and `load`.
"""
from __future__ import annotations

import pathlib
from typing import Any, Callable, Iterable, Mapping, Optional, Tuple

import sklearn

from .._errors import CheckpointLost
from .._trial import Trial

_MODEL = "model.joblib"
Batches = Iterable[Tuple[Any, Any]]


def partial_fit(trial: Trial, build: Callable[[], Any], x: Any, y: Any,
                evaluate: Callable[[Any], Mapping[str, Any]], *,
                batches: Optional[Callable[[int], Batches]] = None,
                save: Optional[Callable[[Any, pathlib.Path], None]] = None,
                load: Optional[Callable[[pathlib.Path], Any]] = None, **options: Any) -> Any:
    """Trains one trial; returns its model.

    batches: returns the parts of an epoch, given its number, instead of all of x and y at once.
    options: further arguments of the model's `partial_fit`, such as classes.
    """
    model = _begun(trial, load or _load) or build()
    for epoch in trial:
        for part_x, part_y in (batches(epoch) if batches is not None else [(x, y)]):
            model.partial_fit(part_x, part_y, **options)
        trial.report(evaluate(model))
        if trial.is_boundary(epoch):
            (save or _save)(model, trial.folder)
            trial.saved()
    return model


def _begun(trial: Trial, load: Callable[[pathlib.Path], Any]) -> Optional[Any]:
    begun = trial.checkpoint
    return None if begun is None else load(begun)


def _save(model: Any, folder: pathlib.Path) -> None:
    import joblib

    joblib.dump({"version": sklearn.__version__, "model": model}, folder / _MODEL)


def _load(folder: pathlib.Path) -> Any:
    import joblib

    found = joblib.load(folder / _MODEL)
    if found["version"] != sklearn.__version__:
        raise CheckpointLost(
            f"the model was saved by scikit-learn {found['version']}, but this is {sklearn.__version__}")
    return found["model"]
