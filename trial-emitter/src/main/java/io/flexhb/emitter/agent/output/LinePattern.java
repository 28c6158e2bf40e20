package io.flexhb.emitter.agent.output;

/**
 * A format in which trainers print metrics. Not thread-safe: some implementations remember earlier
 * lines.
 */
interface LinePattern {

  /**
   * Reads a line, without its end.
   *
   * @return whether the line matches; then no other pattern need read it
   */
  boolean read(String line, LineReadings into);
}
