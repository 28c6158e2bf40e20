package io.flexhb.standalone.conformance;

import java.util.List;

/**
 * How a client fared in one life.
 *
 * @param name what was done to it
 * @param broken the rules that it broke; none = it follows the protocol there
 * @param millis how long the life took
 * @param lastLines what the client printed last
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
