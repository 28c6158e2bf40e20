"""FlexHB for trainers in Python.

    with flexhb.worker("mnist") as w:
        for trial in w:
            model = Model(**trial.params)
            for epoch in trial:
                trial.report(loss=model.train())

`flexhb.study("mnist")` creates and reads studies. Callbacks for libraries are in `flexhb.callbacks`.
"""
from __future__ import annotations

import os
from typing import Any, Callable, Mapping, Optional

from ._errors import (CheckpointLost, Displaced, FlexHbError, NoSuchStudy, Refused, TooManyFailures,
                      TunerUnavailable)
from ._kafka import KafkaTransport
from ._settings import Settings, settings
from ._study import Definition, Study
from ._trial import Trial
from ._views import Decision, Reason, Status, TrialView
from ._worker import Worker

__version__ = "0.2.0.dev0"
__all__ = [
    "CheckpointLost", "Decision", "Displaced", "FlexHbError", "NoSuchStudy", "Reason", "Refused", "Settings", "Status",
    "Study", "TooManyFailures", "Trial", "TrialView", "TunerUnavailable", "Worker", "create_study", "load_study",
    "settings", "study", "worker",
]


def worker(
    study: str,
    *,
    name: Optional[str] = None,
    checkpoints: "os.PathLike[str] | str | None" = None,
    on_discard: Optional[Callable[[int, str], None]] = None,
    close_timeout: float = 30.0,
    unknown_study_timeout: Optional[float] = None,
    bootstrap_servers: Optional[str] = None,
    schema_registry_url: Optional[str] = None,
    topic_prefix: Optional[str] = None,
    config: "os.PathLike[str] | str | None" = None,
    kafka: Optional[Mapping[str, Any]] = None,
    registry: Optional[Mapping[str, Any]] = None,
    connect_timeout: float = 60.0,
) -> Worker:
    """A worker of a study; open it with `with`. If the study does not exist yet, the worker waits for it.

    name: unique among the workers of the study; a worker restarted under the same name gets its trial back at once.
    checkpoints: folder shared by all workers of the study (FLEXHB_CHECKPOINTS; default `flexhb-checkpoints`).
    on_discard: called with the trial and reference of each checkpoint that can be deleted; this package deletes its own
    folders itself.
    close_timeout: seconds to wait at the end until the broker has all records.
    unknown_study_timeout: seconds after which a study unknown to the tuner raises `NoSuchStudy`; None = never.
    For the others see `flexhb.settings`. Arguments override FLEXHB_* variables, which override the file.
    """
    found = settings(bootstrap_servers, schema_registry_url, topic_prefix, config, kafka, registry, connect_timeout)
    root = checkpoints or os.environ.get("FLEXHB_CHECKPOINTS") or "flexhb-checkpoints"
    return Worker(
        study, lambda on_command: KafkaTransport(found, on_command), name=name, checkpoints=root,
        on_discard=on_discard, close_timeout=close_timeout, unknown_study_timeout=unknown_study_timeout)


def study(name: str, **connection: Any) -> Study:
    """A study by name, whether it exists or not; for the connection see `flexhb.settings`."""
    found = settings(**connection)

    def open_worker(study_name: str, **options: Any) -> Worker:
        return worker(study_name, **{**connection, **options})

    return Study(name, found, open_worker)


def create_study(definition: Definition, *, wait: float = 10.0, **connection: Any) -> Study:
    """Creates the study that a dict, a YAML text or a file describes; see `Study.create`."""
    from ._study import definition_tree

    tree = definition_tree(definition)
    return study(tree.get("study", ""), **connection).create(tree, wait=wait)


def load_study(name: str, **connection: Any) -> Study:
    """An existing study; raises `NoSuchStudy` if there is none."""
    found = study(name, **connection)
    found.definition
    return found
