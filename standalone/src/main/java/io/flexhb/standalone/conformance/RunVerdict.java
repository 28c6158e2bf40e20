package io.flexhb.standalone.conformance;

import java.util.List;

/**
 * The result of a client in one run.
 *
 * @param name the fault
 * @param violations the rules that it violated; none = it follows the protocol
 * @param millis duration of the run
 * @param lastLines the last lines that the client printed
 */
public record RunVerdict(String name, List<String> violations, long millis, String lastLines) {

  /** Whether no rule was violated. */
  public boolean isGood() {
    return violations.isEmpty();
  }

  @Override
  public String toString() {
    return isGood() ? name + ": passed" : name + ": " + violations + "\n" + lastLines;
  }
}
