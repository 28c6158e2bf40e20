package io.flexhb.core.space;

import java.util.Objects;

/**
 * A problem in a user's input.
 *
 * @param path where, for example {@code learning_rate.low}
 * @param message what is wrong and how to fix it
 */
public record Problem(String path, String message) {
  public Problem {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(message, "message");
  }

  @Override
  public String toString() {
    return path + ": " + message;
  }
}
