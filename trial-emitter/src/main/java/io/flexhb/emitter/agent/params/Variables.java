package io.flexhb.emitter.agent.params;

import java.util.HashMap;
import java.util.Map;

/** Names of environment variables for hyperparameters. */
public final class Variables {

  /** Prefix of each variable. */
  public static final String PREFIX = "FLEXHB_PARAM_";

  private Variables() {}

  /** The variable's name; characters that a shell does not allow become underscores. */
  public static String name(String parameter) {
    return PREFIX + parameter.replaceAll("[^A-Za-z0-9_]", "_");
  }

  /**
   * Variables of hyperparameters.
   *
   * @throws IllegalArgumentException when two of them would be the same variable
   */
  public static Map<String, String> of(Map<String, Object> parameters) {
    Map<String, String> variables = new HashMap<>();
    Map<String, String> owners = new HashMap<>();
    parameters.forEach(
        (parameter, value) -> {
          String variable = name(parameter);
          String other = owners.put(variable, parameter);
          if (other != null) {
            throw new IllegalArgumentException(
                "parameters '"
                    + other
                    + "' and '"
                    + parameter
                    + "' would both be the environment variable "
                    + variable
                    + ": rename one of them");
          }
          variables.put(variable, ParameterText.of(value));
        });
    return variables;
  }
}
