package io.flexhb.emitter;

/** Trains what it is granted; may throw anything. */
@FunctionalInterface
public interface Trainer {

  /** Trains and reports while {@link Grant#hasNext()}. */
  void train(Grant trial) throws Exception;
}
