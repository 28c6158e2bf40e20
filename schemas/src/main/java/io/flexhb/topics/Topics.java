package io.flexhb.topics;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of all topics of one installation. Several installations can share a Kafka cluster with
 * different prefixes.
 *
 * @param studies what platforms request of each study; key = study
 * @param metrics everything about attempts, in sequence; key = study
 * @param workers asks for work; key = study
 * @param suggestions configurations to try; key = study
 * @param commands what slots have to do; key = study
 * @param decisions the journal; key = study/sequence, partitioned by study
 * @param trials the latest view of each trial; key = study/trial, partitioned by study
 * @param dlq records that could not be read, as found
 * @param installation the application that owns the topics; one partition
 */
public record Topics(
    String studies,
    String metrics,
    String workers,
    String suggestions,
    String commands,
    String decisions,
    String trials,
    String dlq,
    String installation) {

  /** The default prefix. */
  public static final String DEFAULT_PREFIX = "flexhb.";

  /** What Kafka accepts as a topic name. */
  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  /**
   * Checks that all names are legal for Kafka and that no two are the same.
   *
   * @throws IllegalArgumentException naming the invalid topic
   */
  public Topics {
    List<String> names =
        List.of(
            studies, metrics, workers, suggestions, commands, decisions, trials, dlq, installation);
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!LEGAL.matcher(name).matches() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException(
            "topic name '" + name + "': use 1 to 249 letters, digits, '.', '_' or '-'");
      }
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            "topic name '" + name + "' is used twice: each topic needs its own");
      }
    }
  }

  /** The default names: {@code flexhb.metrics.v1} and so on. */
  public static Topics defaults() {
    return withPrefix(DEFAULT_PREFIX);
  }

  /**
   * The names under another prefix.
   *
   * @param prefix prepended to each name unchanged, so it usually ends with a dot; may be empty
   * @throws IllegalArgumentException when a name would not be valid in Kafka
   */
  public static Topics withPrefix(String prefix) {
    return new Topics(
        prefix + "studies.v1",
        prefix + "metrics.v1",
        prefix + "workers.v1",
        prefix + "suggestions.v1",
        prefix + "commands.v1",
        prefix + "decisions.v1",
        prefix + "trials.v1",
        prefix + "dlq.v1",
        prefix + "installation.v1");
  }

  /** All names, in the order of the components. */
  public List<String> all() {
    return List.of(
        studies, metrics, workers, suggestions, commands, decisions, trials, dlq, installation);
  }

  /** Names of the topics that the tuner reads, in the order of the components. */
  public List<String> inputs() {
    return List.of(studies, metrics, workers, suggestions);
  }
}
