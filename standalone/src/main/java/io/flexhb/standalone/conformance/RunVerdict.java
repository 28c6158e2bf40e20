package io.flexhb.standalone.conformance;

import java.util.List;

/**
 * The result of a client in one life.
 *
 * @param name the fault
 * @param broken the rules that it broke; none = it follows the protocol
 * @param millis duration of the life
 * @param lastLines the last lines that the client printed
 */
public record RunVerdict(String name, List<String> broken, long millis, String lastLines) {

  /** Whether no rule was broken. */
  public boolean isGood() {
    return broken.isEmpty();
  }

  @Override
  public String toString() {
    return isGood() ? name + ": passed" : name + ": " + broken + "\n" + lastLines;
  }
}
