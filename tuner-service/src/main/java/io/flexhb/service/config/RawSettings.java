package io.flexhb.service.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Settings as given, parsed but not checked, each with its source. Used by the tuner and by other
 * commands that read its files. Immutable; settings added later override earlier ones.
 *
 * <p>Keys are those of {@link Setting}; {@code kafka.*} goes to Kafka's clients and {@code
 * registry.*} to the registry's, without the prefix and unchecked. Environment variables map to the
 * same keys: {@code FLEXHB_STATE_DIR} is {@code flexhb.state.dir}, {@code
 * FLEXHB_KAFKA_SECURITY_PROTOCOL} is {@code kafka.security.protocol}.
 */
public final class RawSettings {

  static final String KAFKA = "kafka.";
  static final String REGISTRY = "registry.";
  private static final String VARIABLES = "FLEXHB_";
  private static final String KAFKA_VARIABLES = "FLEXHB_KAFKA_";
  private static final String REGISTRY_VARIABLES = "FLEXHB_REGISTRY_";

  /** Read by the logging configuration. */
  private static final String LOG_LEVEL_VARIABLE = "FLEXHB_KAFKA_LOG_LEVEL";

  private static final RawSettings NONE = new RawSettings(new TreeMap<>(), List.of());

  /** By full key, sorted; values may hold secrets. */
  private final TreeMap<String, Given> given;

  private final List<String> mistypedVariables;

  private record Given(String value, String source) {}

  private RawSettings(TreeMap<String, Given> given, List<String> mistypedVariables) {
    this.given = given;
    this.mistypedVariables = mistypedVariables;
  }

  /** No settings given: all have their defaults. */
  public static RawSettings none() {
    return NONE;
  }

  /**
   * Adds settings.
   *
   * @param source where they come from, for messages, such as an option; empty when it has no name
   */
  public RawSettings with(String source, Map<String, String> settings) {
    TreeMap<String, Given> all = new TreeMap<>(given);
    settings.forEach((key, value) -> all.put(key, new Given(value.strip(), source)));
    return new RawSettings(all, mistypedVariables);
  }

  /**
   * Adds the settings of a properties file.
   *
   * @throws InvalidConfigException when it cannot be read
   */
  public RawSettings withFile(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (NoSuchFileException missing) {
      throw new InvalidConfigException(List.of("there is no file " + file));
    } catch (MalformedInputException binary) {
      throw new InvalidConfigException(List.of("file " + file + " is not UTF-8 text"));
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new InvalidConfigException(
          List.of("file " + file + " cannot be read: " + unreadable.getMessage()));
    }
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(k -> settings.put(k, properties.getProperty(k)));
    return with(file.toString(), settings);
  }

  /**
   * Adds the settings of environment variables; an empty variable leaves its setting unchanged.
   *
   * <p>An unknown variable is refused only when it resembles a known one. Others with the same
   * prefix may come from elsewhere, such as those an orchestrator sets for a service of that name.
   *
   * @param environment as {@link System#getenv()}
   */
  public RawSettings withVariables(Map<String, String> environment) {
    TreeMap<String, Given> all = new TreeMap<>(given);
    List<String> mistyped = new ArrayList<>(mistypedVariables);
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              Optional<Setting> setting = Setting.ofVariable(variable);
              if (setting.isPresent()) {
                if (!value.isBlank()) {
                  all.put(setting.get().key(), new Given(value.strip(), variable));
                }
              } else if (variable.equals(LOG_LEVEL_VARIABLE)) {
                return;
              } else if (variable.startsWith(KAFKA_VARIABLES)) {
                all.put(KAFKA + dotted(variable, KAFKA_VARIABLES), new Given(value, variable));
              } else if (variable.startsWith(REGISTRY_VARIABLES)) {
                all.put(
                    REGISTRY + dotted(variable, REGISTRY_VARIABLES), new Given(value, variable));
              } else if (variable.startsWith(VARIABLES)) {
                NearestKey.toVariable(variable)
                    .ifPresent(
                        known ->
                            mistyped.add(
                                "unknown variable " + variable + "; did you mean " + known + "?"));
              }
            });
    return new RawSettings(all, mistyped);
  }

  private static String dotted(String variable, String prefix) {
    return variable.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** The value of a setting; its default when none is given. */
  public String value(Setting setting) {
    Given value = given.get(setting.key());
    return value == null ? setting.byDefault() : value.value();
  }

  /** Settings passed through to Kafka's clients; may hold secrets. */
  public Map<String, String> kafka() {
    return passedThrough(KAFKA);
  }

  /** Settings passed through to the registry's client; may hold secrets. */
  public Map<String, String> registry() {
    return passedThrough(REGISTRY);
  }

  private Map<String, String> passedThrough(String prefix) {
    Map<String, String> values = new TreeMap<>();
    given.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            values.put(key.substring(prefix.length()), value.value());
          }
        });
    return Map.copyOf(values);
  }

  /**
   * The source of a setting, as the end of a message; empty for a default or a source without a
   * name.
   */
  public String from(Setting setting) {
    return from(setting.key());
  }

  private String from(String key) {
    Given value = given.get(key);
    return value == null || value.source().isEmpty() ? "" : " (from " + value.source() + ")";
  }

  /** The problems of all keys and of the values of some settings, one line each. */
  public List<String> problems(Setting... of) {
    List<String> problems = new ArrayList<>();
    given
        .keySet()
        .forEach(key -> NearestKey.unknown(key).ifPresent(why -> problems.add(why + from(key))));
    problems.addAll(mistypedVariables);
    for (Setting setting : of) {
      setting.problem(value(setting)).ifPresent(why -> problems.add(why + from(setting)));
    }
    return problems;
  }

  /** The pass-through settings that a tuner refuses, one line each. */
  List<String> refusals() {
    List<String> refusals = new ArrayList<>();
    given
        .keySet()
        .forEach(
            key ->
                PassThroughSettings.problem(key).ifPresent(why -> refusals.add(why + from(key))));
    return refusals;
  }
}
