package io.flexhb.service.config;

import io.flexhb.service.metrics.TunerMetrics;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The settings the tuner knows; those of Kafka's and the registry's clients are passed through. */
public enum Setting {
  BOOTSTRAP_SERVERS(
      "bootstrap.servers",
      "localhost:9092",
      Check.matching(".+", "host:port of one or more brokers, separated by commas"),
      "Bootstrap brokers, host:port, separated by commas."),
  SCHEMA_REGISTRY_URL(
      "schema.registry.url",
      "http://localhost:8081",
      Check.matching(
          "URL(\\s*,\\s*URL)*".replace("URL", "(https?|mock)://[^,]+"),
          "one or more URLs that start with http:// or https://, separated by commas"),
      "URL of the schema registry; separate several by commas."),
  TOPIC_PREFIX(
      "topic.prefix",
      "flexhb.",
      Check.matching("[A-Za-z0-9._-]{0,200}", "at most 200 letters, digits, '.', '_' or '-'"),
      "Prefix of all topic names. Installations that share a cluster need different ones."),
  APPLICATION_ID(
      "flexhb.application.id",
      "flexhb-tuner",
      Check.matching("[A-Za-z0-9._-]{1,200}", "1 to 200 letters, digits, '.', '_' or '-'"),
      "Consumer group of the tuners that share the work; also part of the changelog's name."),
  INSTANCE_ID(
      "flexhb.instance.id",
      "",
      Check.matching("[A-Za-z0-9._-]{0,200}", "at most 200 letters, digits, '.', '_' or '-'"),
      "Name of this tuner in its group, the same after each restart; empty = the host's name."),
  STATE_DIR(
      "flexhb.state.dir",
      ".flexhb/state",
      Check.matching(".+", "a folder"),
      "Folder of the store. Keep it across restarts: without it, the store is restored from the"
          + " changelog."),
  THREADS(
      "flexhb.threads",
      "2",
      Check.whole(1, 1_000),
      "Stream threads. Threads beyond the number of partitions are idle."),
  SUGGESTION_THREADS(
      "flexhb.suggestion.threads", "2", Check.whole(1, 1_000), "Threads that compute suggestions."),
  COMMIT_INTERVAL_MS(
      "flexhb.commit.interval.ms",
      "10",
      Check.whole(1, 500),
      "Shortest time between commits, which make decisions visible to trainers; it grows with"
          + " the load, up to ten times that."),
  HEAP_STUDIES(
      "flexhb.heap.studies",
      "1000",
      Check.whole(1, 10_000_000),
      "Studies that each task (partition) keeps in the heap; the others are read from the store."),
  TOPIC_PARTITIONS(
      "flexhb.topic.partitions",
      "8",
      Check.whole(1, 10_000),
      "Partitions of every topic, and so the most threads, over all tuners, that can work at"
          + " once. Fixed once the topics exist, because another number would move studies."),
  TOPIC_REPLICATION(
      "flexhb.topic.replication.factor",
      "-1",
      Check.whole(-1, 100),
      "Replicas of each topic that is created; -1 = the broker's default.replication.factor."),
  TOPIC_CREATE(
      "flexhb.topic.create", "true", Check.flag(), "Whether missing topics are created at start."),
  RECORD_MAX_BYTES(
      "flexhb.record.max.bytes",
      "4000000",
      Check.whole(100_000, 1_000_000_000),
      "Largest record the tuner writes; max.message.bytes of the topics is derived from it."),
  HTTP_PORT(
      "flexhb.http.port",
      "",
      Check.matching(
          "|[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]",
          "a port, 0 (any free one) to 65535, or empty (none)"),
      "Port of /metrics, /livez, /readyz and /v1/status; 0 takes a free one, empty opens none."
          + " The Prometheus configuration in dashboards/ expects 9464."),
  HTTP_HOST(
      "flexhb.http.host",
      "127.0.0.1",
      Check.matching("[A-Za-z0-9._:%-]+", "an address or a name of this host"),
      "Address at which that port is opened; 0.0.0.0 for all addresses of this host, for example"
          + " in a container."),
  METRICS_STUDIES(
      "flexhb.metrics.studies",
      Integer.toString(TunerMetrics.DEFAULT_STUDIES),
      Check.whole(0, 10_000),
      "Most studies with meters under their own name; the meters of the others are summed."),
  CONNECT_TIMEOUT_MS(
      "flexhb.connect.timeout.ms",
      "10000",
      Check.whole(100, 3_600_000),
      "How long broker, topics and registry may take to answer at the start."),
  SHUTDOWN_TIMEOUT_MS(
      "flexhb.shutdown.timeout.ms",
      "10000",
      Check.whole(100, 3_600_000),
      "How long a stop may take.");

  private static final String PREFIX = "flexhb.";

  private final String key;
  private final String byDefault;
  private final Function<String, Optional<String>> check;
  private final String description;

  Setting(
      String key, String byDefault, Function<String, Optional<String>> check, String description) {
    this.key = key;
    this.byDefault = byDefault;
    this.check = check;
    this.description = description;
  }

  /** The key in files. */
  public String key() {
    return key;
  }

  /** The default value. */
  public String byDefault() {
    return byDefault;
  }

  /** The description, one or two sentences. */
  public String description() {
    return description;
  }

  /** The environment variable that overrides it. */
  public String variable() {
    String name = key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
    return "FLEXHB_" + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  static Optional<Setting> named(String key) {
    return Stream.of(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  static Optional<Setting> ofVariable(String variable) {
    return Stream.of(values()).filter(setting -> setting.variable().equals(variable)).findFirst();
  }

  /** The problem with a value, empty when there is none; secrets are masked. */
  Optional<String> problem(String value) {
    return check
        .apply(value)
        .map(must -> key + " must be " + must + ", was '" + Secrets.shown(key, value) + "'");
  }

  /** Checks of values; each returns what the value must be when it is not. */
  private static final class Check {

    private Check() {}

    static Function<String, Optional<String>> matching(String form, String must) {
      Pattern pattern = Pattern.compile(form);
      return value -> pattern.matcher(value).matches() ? Optional.empty() : Optional.of(must);
    }

    static Function<String, Optional<String>> whole(long low, long high) {
      return value -> {
        try {
          long number = Long.parseLong(value);
          if (low <= number && number <= high) {
            return Optional.empty();
          }
        } catch (NumberFormatException notANumber) {
          // Reported below, like a number out of range.
        }
        return Optional.of("a whole number from " + low + " to " + high);
      };
    }

    static Function<String, Optional<String>> flag() {
      return value ->
          value.equals("true") || value.equals("false")
              ? Optional.empty()
              : Optional.of("true or false");
    }
  }
}
