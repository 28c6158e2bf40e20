package io.flexhb.standalone.logging;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The format of log lines; the logging configuration reads the same variable. */
public final class LogFormat {

  /** The variable that names the format. */
  public static final String VARIABLE = "FLEXHB_LOG_FORMAT";

  private static final List<String> FORMATS = List.of("text", "json");

  private LogFormat() {}

  /** What is wrong with the variable, if anything. */
  public static Optional<String> problem(Map<String, String> environment) {
    String format = environment.getOrDefault(VARIABLE, "");
    return format.isEmpty() || FORMATS.contains(format)
        ? Optional.empty()
        : Optional.of(VARIABLE + " must be text or json, was '" + format + "'");
  }
}
