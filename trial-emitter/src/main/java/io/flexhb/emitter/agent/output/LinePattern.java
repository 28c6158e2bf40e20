package io.flexhb.emitter.agent.output;

/** One way in which trainers print metrics. Not thread-safe: some remember earlier lines. */
interface LinePattern {

  /**
   * Reads a line, without its end.
   *
   * @return whether the line is of this kind; then no other pattern need look at it
   */
  boolean read(String line, LineReadings into);
}
