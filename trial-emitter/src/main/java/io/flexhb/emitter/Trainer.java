package io.flexhb.emitter;

/** Trains the granted trials; may throw any exception. */
@FunctionalInterface
public interface Trainer {

  /** Trains and reports while {@link Grant#hasNext()}. */
  void train(Grant trial) throws Exception;
}
