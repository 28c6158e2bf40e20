package io.flexhb.emitter.agent;

/** What a script does where the tuner has to decide how far it goes on. */
public enum BoundaryMode {
  /** It is told how far to train, saves its state and exits; it is started again from there. */
  EXIT,
  /** It knows nothing: it is suspended there, and continued later in this very process. */
  HOLD,
  /** It cannot be resumed: a trial that goes on later is trained from 0 again. */
  RESTART
}
