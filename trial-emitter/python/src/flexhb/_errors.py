"""What can go wrong, in words that say how to mend it."""
from __future__ import annotations


class FlexHbError(Exception):
    """Any trouble that this package tells of."""


class TunerUnavailable(FlexHbError):
    """The broker, the topics or the registry cannot be had; the message names which, and the fix."""


class Displaced(FlexHbError):
    """Another process works under this worker's name, and the tuner listens to that one."""


class TooManyFailures(FlexHbError):
    """So many trials failed in a row that the trainer must be at fault, not the configurations."""


class Refused(FlexHbError):
    """The tuner refused what was sent; the message is its reason."""


class NoSuchStudy(FlexHbError):
    """There is no study of that name."""


class CheckpointLost(FlexHbError):
    """The checkpoint cannot be read. Raise it while loading: the trial begins anew from 0."""
