package io.flexhb.registry;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;

/**
 * The configuration of a codec, with Confluent's keys and defaults. {@code client} is the whole map
 * as given, for the keys only the client reads ({@code basic.auth.*}, {@code bearer.auth.*}, {@code
 * schema.registry.ssl.*}, {@code proxy.*}, {@code http.*}); it may hold secrets and is kept out of
 * {@link #toString()}.
 *
 * @param timeoutMs limit of one call to the registry, over all URLs, in milliseconds
 */
record RegistryConfig(
    List<String> urls,
    boolean autoRegister,
    boolean useLatestVersion,
    boolean latestCompatibilityStrict,
    boolean normalizeSchemas,
    boolean removeJavaProperties,
    SubjectNameStrategy subjectNames,
    int timeoutMs,
    Map<String, Object> client) {

  static final String URL = "schema.registry.url";

  /**
   * Our own key, in addition to Confluent's per-connection {@code http.*.timeout.ms}, whose 60 s
   * would block a stream thread.
   */
  static final String TIMEOUT_MS = "schema.registry.request.timeout.ms";

  static final int DEFAULT_TIMEOUT_MS = 3_000;
  private static final String AUTO_REGISTER = "auto.register.schemas";
  private static final String CONNECT_TIMEOUT_MS = "http.connect.timeout.ms";
  private static final String READ_TIMEOUT_MS = "http.read.timeout.ms";

  /** Keys that would change the written bytes, so they must not be ignored. */
  private static final List<String> UNSUPPORTED =
      List.of("use.schema.id", "use.latest.with.metadata", "context.name.strategy");

  RegistryConfig {
    urls = List.copyOf(urls);
    client = Map.copyOf(client);
  }

  /**
   * Reads the keys that this module knows and leaves the others to the client.
   *
   * @throws ConfigException naming the key, its value and what it must be
   */
  static RegistryConfig from(Map<String, ?> configs, boolean isKey) {
    for (String key : UNSUPPORTED) {
      if (configs.get(key) != null) {
        throw new ConfigException(
            key, configs.get(key), "is not supported by this serializer; remove it");
      }
    }
    List<String> urls = urls(configs);
    int timeoutMs = positive(configs, TIMEOUT_MS, DEFAULT_TIMEOUT_MS);
    String strategyKey = (isKey ? "key" : "value") + ".subject.name.strategy";
    Object strategy = configs.get(strategyKey);
    return new RegistryConfig(
        urls,
        flag(configs, AUTO_REGISTER, true),
        flag(configs, "use.latest.version", false),
        flag(configs, "latest.compatibility.strict", true),
        flag(configs, "normalize.schemas", false),
        flag(configs, "avro.remove.java.properties", false),
        strategy == null
            ? SubjectNameStrategy.TOPIC
            : SubjectNameStrategy.named(strategyKey, className(strategy)),
        timeoutMs,
        clientConfig(configs, Math.max(1, timeoutMs / urls.size())));
  }

  /** The URLs with user and password hidden. */
  String shownUrls() {
    return urls.stream().map(Addresses::withoutUser).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return "RegistryConfig[" + shownUrls() + "]";
  }

  /** Each URL gets a share of the time, so that a dead first one leaves time for the second. */
  private static Map<String, Object> clientConfig(Map<String, ?> configs, int shareMs) {
    Map<String, Object> client = new HashMap<>();
    configs.forEach(
        (key, value) -> {
          if (value != null) {
            client.put(key, value);
          }
        });
    for (String key : List.of(CONNECT_TIMEOUT_MS, READ_TIMEOUT_MS)) {
      if (!client.containsKey("schema.registry." + key)) {
        client.putIfAbsent(key, shareMs);
      }
    }
    return client;
  }

  private static List<String> urls(Map<String, ?> configs) {
    List<String> urls = list(configs.get(URL));
    if (urls.isEmpty()) {
      throw new ConfigException(
          "Missing required configuration \""
              + URL
              + "\": the registry's URL, such as http://localhost:8081");
    }
    for (String url : urls) {
      if (!url.matches("(https?|mock)://.+")) {
        throw new ConfigException(
            URL,
            Addresses.withoutUser(url),
            "must start with http://, https:// or, for tests, mock:// followed by a scope");
      }
    }
    return urls;
  }

  private static List<String> list(Object value) {
    Stream<?> items =
        value instanceof Collection<?> values
            ? values.stream()
            : Stream.of(value == null ? "" : value)
                .map(String::valueOf)
                .flatMap(s -> Stream.of(s.split(",")));
    return items.map(item -> String.valueOf(item).trim()).filter(item -> !item.isEmpty()).toList();
  }

  private static boolean flag(Map<String, ?> configs, String key, boolean fallback) {
    Object value = configs.get(key);
    if (value == null) {
      return fallback;
    }
    String text = value.toString().trim();
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.parseBoolean(text);
    }
    throw new ConfigException(key, value, "must be true or false");
  }

  private static int positive(Map<String, ?> configs, String key, int fallback) {
    Object value = configs.get(key);
    if (value == null) {
      return fallback;
    }
    try {
      int number = Integer.parseInt(value.toString().trim());
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, together with numbers that are too small.
    }
    throw new ConfigException(key, value, "must be a positive number of milliseconds");
  }

  private static String className(Object strategy) {
    return strategy instanceof Class<?> type ? type.getName() : strategy.toString().trim();
  }
}
