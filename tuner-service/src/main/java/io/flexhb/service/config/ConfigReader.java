package io.flexhb.service.config;

import io.flexhb.topics.Topics;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.streams.StreamsConfig;

/** Reads a {@link TunerConfig} and collects every problem on the way. */
final class ConfigReader {

  static final String KAFKA = "kafka.";
  static final String REGISTRY = "registry.";

  private static final int MOST_PARTITIONS = 10_000;
  private static final int MOST_THREADS = 256;
  private static final int MOST_STUDIES = 1_000_000;

  /** What the guarantees rest on. */
  private static final Set<String> OURS =
      Set.of(
          StreamsConfig.APPLICATION_ID_CONFIG,
          StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
          StreamsConfig.STATE_DIR_CONFIG,
          StreamsConfig.NUM_STREAM_THREADS_CONFIG,
          StreamsConfig.GROUP_PROTOCOL_CONFIG);

  private final List<String> problems = new ArrayList<>();
  private final SortedMap<String, String> kafka = new TreeMap<>();
  private final SortedMap<String, String> registry = new TreeMap<>();
  private final Map<Setting, String> settings = new EnumMap<>(Setting.class);

  ConfigReader(Map<String, String> file, Map<String, String> environment) {
    new TreeMap<>(file).forEach(this::take);
    new TreeMap<>(environment).forEach(this::takeVariable);
  }

  private void take(String key, String value) {
    if (key.startsWith(KAFKA)) {
      takeKafka(key.substring(KAFKA.length()), value);
    } else if (key.startsWith(REGISTRY)) {
      registry.put(key.substring(REGISTRY.length()), value);
    } else {
      Setting.of(key)
          .ifPresentOrElse(
              setting -> settings.put(setting, value.strip()),
              () -> problems.add("unknown key '" + key + "': " + hint(key)));
    }
  }

  private void takeKafka(String key, String value) {
    if (OURS.contains(key)) {
      problems.add("'" + KAFKA + key + "' is the tuner's own and cannot be set");
    } else {
      kafka.put(key, value);
    }
  }

  /** Variables that are named after no setting belong to others. */
  private void takeVariable(String name, String value) {
    for (Setting setting : Setting.values()) {
      if (setting.environmentVariable().equals(name)) {
        settings.put(setting, value.strip());
        return;
      }
    }
    passThrough(name, "FLEXHB_KAFKA_").ifPresent(key -> takeKafka(key, value));
    passThrough(name, "FLEXHB_REGISTRY_").ifPresent(key -> registry.put(key, value));
  }

  private static Optional<String> passThrough(String name, String prefix) {
    return name.startsWith(prefix)
        ? Optional.of(name.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '.'))
        : Optional.empty();
  }

  private static String hint(String key) {
    List<String> known = Arrays.stream(Setting.values()).map(Setting::key).toList();
    return known.stream()
        .filter(k -> k.endsWith(key.substring(key.lastIndexOf('.') + 1)))
        .findFirst()
        .map(k -> "did you mean '" + k + "'?")
        .orElse("known are " + String.join(", ", known) + ", kafka.*, registry.*");
  }

  TunerConfig read() {
    kafka.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, text(Setting.BOOTSTRAP_SERVERS));
    registry.put("schema.registry.url", text(Setting.SCHEMA_REGISTRY_URL));
    Topics topics = parsed(Setting.TOPIC_PREFIX, Topics::withPrefix, Topics.defaults());
    boolean create = parsed(Setting.TOPIC_CREATE, ConfigReader::flag, true);
    int partitions = whole(Setting.TOPIC_PARTITIONS, 1, MOST_PARTITIONS);
    int replication = whole(Setting.TOPIC_REPLICATION, -1, Short.MAX_VALUE);
    if (replication == 0) {
      problems.add(at(Setting.TOPIC_REPLICATION) + "0 replicas hold nothing; use 1 or more, or -1");
    }
    String instance = text(Setting.INSTANCE_ID);
    Path stateDir = parsed(Setting.STATE_DIR, ConfigReader::path, Path.of("."));
    int threads = whole(Setting.THREADS, 1, MOST_THREADS);
    int heapStudies = whole(Setting.HEAP_STUDIES, 1, MOST_STUDIES);
    int suggestionThreads = whole(Setting.SUGGESTION_THREADS, 1, MOST_THREADS);
    String applicationId = text(Setting.APPLICATION_ID);
    if (!problems.isEmpty()) {
      throw new ConfigProblemsException(problems);
    }
    return new TunerConfig(
        Collections.unmodifiableSortedMap(kafka),
        Collections.unmodifiableSortedMap(registry),
        topics,
        create,
        partitions,
        (short) replication,
        applicationId,
        instance.isEmpty() ? Optional.empty() : Optional.of(instance),
        stateDir,
        threads,
        heapStudies,
        suggestionThreads);
  }

  private String text(Setting setting) {
    Optional<String> value = Optional.ofNullable(settings.get(setting)).or(setting::defaultValue);
    if (value.isEmpty() || (value.get().isEmpty() && setting != Setting.INSTANCE_ID)) {
      problems.add(
          "'%s' is missing: %s (or set %s)"
              .formatted(setting.key(), setting.meaning(), setting.environmentVariable()));
      return "";
    }
    return value.get();
  }

  private <T> T parsed(Setting setting, Function<String, T> parser, T otherwise) {
    try {
      return parser.apply(text(setting));
    } catch (IllegalArgumentException malformed) {
      problems.add(at(setting) + malformed.getMessage());
      return otherwise;
    }
  }

  private int whole(Setting setting, int least, int most) {
    return parsed(setting, text -> whole(text, least, most), least);
  }

  private static int whole(String text, int least, int most) {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notWhole) {
      // Said below: the same advice helps.
    }
    throw new IllegalArgumentException(
        "'%s' is not a whole number from %d to %d".formatted(text, least, most));
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("'" + text + "' is neither true nor false");
    }
    return text.equals("true");
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException malformed) {
      throw new IllegalArgumentException("'" + text + "' is not a path", malformed);
    }
  }

  private static String at(Setting setting) {
    return "'" + setting.key() + "': ";
  }
}
