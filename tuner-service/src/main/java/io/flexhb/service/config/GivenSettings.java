package io.flexhb.service.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings as they are given, sorted out but unchecked; of the tuner and of what else uses its
 * files. Keys are those of {@link Setting}; {@code kafka.*} goes to Kafka's clients and {@code
 * registry.*} to the registry's, without the prefix and unread. Environment variables override
 * files: {@code FLEXHB_STATE_DIR} for {@code flexhb.state.dir}, {@code
 * FLEXHB_KAFKA_SECURITY_PROTOCOL} for {@code kafka.security.protocol}.
 *
 * @param values of all settings, the defaults where none is given
 * @param kafka what is passed through to Kafka's clients; may hold secrets
 * @param registry what is passed through to the registry's client; may hold secrets
 * @param unknown one line for each key that is none of these, and each mistyped variable
 */
public record GivenSettings(
    Map<Setting, String> values,
    Map<String, String> kafka,
    Map<String, String> registry,
    List<String> unknown) {

  static final String KAFKA = "kafka.";
  static final String REGISTRY = "registry.";
  private static final String VARIABLES = "FLEXHB_";
  private static final String KAFKA_VARIABLES = "FLEXHB_KAFKA_";
  private static final String REGISTRY_VARIABLES = "FLEXHB_REGISTRY_";

  /** Read by the logging configuration. */
  private static final String LOG_LEVEL_VARIABLE = "FLEXHB_KAFKA_LOG_LEVEL";

  /** Copies all. */
  public GivenSettings {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
    kafka = Map.copyOf(kafka);
    registry = Map.copyOf(registry);
    unknown = List.copyOf(unknown);
  }

  /**
   * Sorts settings out.
   *
   * @param environment overrides them, as {@link System#getenv()}
   */
  public static GivenSettings of(Map<String, String> settings, Map<String, String> environment) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    Map<String, String> kafka = new TreeMap<>();
    Map<String, String> registry = new TreeMap<>();
    List<String> unknown = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      values.put(setting, setting.byDefault());
    }
    new TreeMap<>(settings)
        .forEach(
            (key, given) -> {
              String value = given.strip();
              if (Setting.named(key).isPresent()) {
                values.put(Setting.named(key).get(), value);
              } else if (key.startsWith(KAFKA)) {
                kafka.put(key.substring(KAFKA.length()), value);
              } else if (key.startsWith(REGISTRY)) {
                registry.put(key.substring(REGISTRY.length()), value);
              } else {
                unknown.add(unknown(key));
              }
            });
    override(environment, values, kafka, registry, unknown);
    return new GivenSettings(values, kafka, registry, unknown);
  }

  /** What is wrong with the values of some settings, one line each. */
  public List<String> problems(Setting... of) {
    List<String> problems = new ArrayList<>();
    for (Setting setting : of) {
      setting.problem(values.get(setting)).ifPresent(problems::add);
    }
    return problems;
  }

  private static String unknown(String key) {
    return "unknown setting "
        + key
        + NearestKey.to(key)
            .map(known -> "; did you mean " + known + "?")
            .orElse("; settings of Kafka's clients begin with kafka.");
  }

  /**
   * Only variables that look like one of ours are refused: what else begins like them may be
   * somebody else's, such as what an orchestrator sets for a service of that name.
   */
  private static void override(
      Map<String, String> environment,
      Map<Setting, String> values,
      Map<String, String> kafka,
      Map<String, String> registry,
      List<String> unknown) {
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (Setting.ofVariable(variable).isPresent()) {
                values.put(Setting.ofVariable(variable).get(), value.strip());
              } else if (variable.equals(LOG_LEVEL_VARIABLE)) {
                return;
              } else if (variable.startsWith(KAFKA_VARIABLES)) {
                kafka.put(dotted(variable, KAFKA_VARIABLES), value);
              } else if (variable.startsWith(REGISTRY_VARIABLES)) {
                registry.put(dotted(variable, REGISTRY_VARIABLES), value);
              } else if (variable.startsWith(VARIABLES)) {
                NearestKey.toVariable(variable)
                    .ifPresent(
                        known ->
                            unknown.add(
                                "unknown variable " + variable + "; did you mean " + known + "?"));
              }
            });
  }

  private static String dotted(String variable, String prefix) {
    return variable.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Says nothing: there may be secrets. */
  @Override
  public String toString() {
    return "GivenSettings";
  }
}
