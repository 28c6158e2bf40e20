package io.flexhb.emitter.agent;

/** What a script does at a boundary, where the tuner decides how far it continues. */
public enum BoundaryMode {
  /** It is told how far to train, saves its state and exits; it is restarted from there. */
  EXIT,
  /** It does not know the boundary: it is suspended there and resumed later in the same process. */
  HOLD,
  /** It cannot be resumed: a trial that continues later is trained from 0 again. */
  RESTART
}
