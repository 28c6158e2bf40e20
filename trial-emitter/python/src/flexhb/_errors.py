"""The errors of this package; their messages say how to fix them."""
from __future__ import annotations


class FlexHbError(Exception):
    """Base class of all errors of this package."""


class TunerUnavailable(FlexHbError):
    """The broker, the topics or the registry are unavailable; the message names which, and the fix."""


class Displaced(FlexHbError):
    """Another process works under this worker's name, and the tuner answers that one."""


class TooManyFailures(FlexHbError):
    """So many trials failed in a row that the trainer must be faulty, not the configurations."""


class Refused(FlexHbError):
    """The tuner rejected a record; the message is its reason."""


class NoSuchStudy(FlexHbError):
    """There is no study of that name."""


class CheckpointLost(FlexHbError):
    """The checkpoint cannot be read. Raise it while loading: the trial starts again from 0."""
