"""Folders for the state of trials, below one root that all workers of a study share.

    ROOT/STUDY-INCARNATION/TRIAL/a2-r9/     what attempt 2 saved at resource 9
    ROOT/STUDY-INCARNATION/TRIAL/draft-a2/  where attempt 2 writes now

The user writes files in any format to the draft; saving renames it, so a checkpoint is either complete or absent.
This module never opens the user's files.
"""
from __future__ import annotations

import logging
import os
import pathlib
import re
import shutil
import threading
from typing import Callable, List, Optional, Tuple

from ._errors import CheckpointLost

log = logging.getLogger("flexhb")
_OWN = re.compile(r"[A-Za-z0-9._-]+-[0-9a-f-]{36}/\d+/a\d+-r\d+")


class CheckpointRoot:
    """The folder below which all references lie. Thread-safe."""

    def __init__(self, root: "os.PathLike[str] | str") -> None:
        self.path = pathlib.Path(root).absolute()

    def is_own(self, reference: str) -> bool:
        return _OWN.fullmatch(reference) is not None

    def resolve(self, reference: str) -> pathlib.Path:
        """The folder of a reference; a reference that leads out of the root is refused."""
        try:
            root = self.path.resolve()
            found = (root / reference).resolve()
            inside = root in found.parents
        except (OSError, ValueError, RuntimeError) as problem:
            raise CheckpointLost(f"checkpoint reference {reference[:200]!r}: {problem}") from problem
        if not inside:
            raise CheckpointLost(
                f"checkpoint reference {reference[:200]!r} leads out of the checkpoint folder {self.path}: refused;"
                " was it saved by a worker with another folder?")
        return found

    def existing(self, reference: str) -> pathlib.Path:
        found = self.resolve(reference)
        if not found.exists():
            raise CheckpointLost(f"checkpoint {found} does not exist: do all workers share the same folder?")
        return found

    def trial(self, study: str, incarnation: str, trial: int) -> pathlib.Path:
        return self.path / f"{study}-{incarnation}" / str(trial)

    def discard(self, study: str, incarnation: str, trial: int, reference: str) -> None:
        """Deletes all checkpoints of a trial that can never continue. May be called twice."""
        folder = self.trial(study, incarnation, trial)
        if not self.is_own(reference) or folder.resolve() not in self.resolve(reference).parents:
            log.warning("checkpoint %r of trial %d of study %s is not in this folder: ignored",
                        reference[:200], trial, study)
            return
        shutil.rmtree(folder, ignore_errors=True)


class TrialFolder:
    """The checkpoints of one attempt. Deletes those that can no longer be needed. Thread-safe."""

    def __init__(self, root: CheckpointRoot, study: str, incarnation: str, trial: int, attempt: int,
                 start: Optional[str]) -> None:
        self._root = root
        self._folder = root.trial(study, incarnation, trial)
        self._attempt = attempt
        self._lock = threading.Lock()
        # Checkpoints from which a next attempt would continue, certainly known to the tuner.
        self._base: List[str] = [start] if start is not None and root.is_own(start) else []
        self._saved: List[Tuple[str, bool]] = []  # in order, with whether the broker acknowledged each

    @property
    def draft(self) -> pathlib.Path:
        path = self._folder / f"draft-a{self._attempt}"
        path.mkdir(parents=True, exist_ok=True)
        return path

    def publish(self, resource: int) -> Tuple[str, Callable[[], None]]:
        """Turns the draft into a checkpoint; returns its reference, and a callback for the broker's acknowledgement."""
        draft = self.draft
        if not any(draft.iterdir()):
            raise ValueError(
                f"nothing was saved for resource {resource}: write the state into trial.folder ({draft}) first,"
                " and again for each checkpoint, because saved() moves the files")
        target = self._folder / f"a{self._attempt}-r{resource}"
        with self._lock:
            if target.exists():
                shutil.rmtree(target)  # saved twice at one resource: the later one counts
            _sync(draft)
            draft.rename(target)
            _sync_folder(self._folder)
            reference = target.relative_to(self._root.path).as_posix()
            self._saved = [each for each in self._saved if each[0] != reference] + [(reference, False)]
        return reference, lambda: self._delivered(reference)

    def _delivered(self, reference: str) -> None:
        """Keeps the two newest acknowledged checkpoints, all later ones, and the base."""
        with self._lock:
            self._saved = [(each, told or each == reference) for each, told in self._saved]
            told = [each for each, known in self._saved if known]
            self._delete(told[:-2])

    def decided(self) -> None:
        """The tuner has answered a report of this attempt, so it knows the newest checkpoint sent before."""
        with self._lock:
            if self._saved:
                old = self._base + [each for each, _ in self._saved[:-1]]
                self._base = [self._saved[-1][0]]
                self._saved = []
                self._delete(old, keep=self._base)

    def end(self) -> None:
        shutil.rmtree(self._folder / f"draft-a{self._attempt}", ignore_errors=True)

    def _delete(self, references: List[str], keep: Optional[List[str]] = None) -> None:
        for reference in references:
            if reference not in (keep or []):
                shutil.rmtree(self._root.path / reference, ignore_errors=True)
        self._saved = [each for each in self._saved if each[0] not in references]


def _sync(folder: pathlib.Path) -> None:
    """Syncs the files to disk, so that a crash leaves no empty files in a checkpoint that looks complete."""
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                descriptor = os.open(os.path.join(parent, name), os.O_RDONLY)
            except OSError:
                continue
            try:
                os.fsync(descriptor)
            except OSError:
                pass
            finally:
                os.close(descriptor)
        _sync_folder(pathlib.Path(parent))


def _sync_folder(folder: pathlib.Path) -> None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # not every system can open folders
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
