package io.flexhb.standalone.watching;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The alert rules as they are committed. */
final class Rules {

  static final Path FILE = Path.of("../dashboards/prometheus/rules/alerts.yml");

  /** An alert's comparison with its threshold. */
  private static final String COMPARISON = " (>|<|==) (?=[0-9])";

  private Rules() {}

  /** Each alert: its rule as a tree. */
  static Map<String, Map<?, ?>> alerts() {
    Map<String, Map<?, ?>> alerts = new LinkedHashMap<>();
    try {
      Map<?, ?> tree =
          (Map<?, ?>)
              new Load(LoadSettings.builder().build()).loadFromString(Files.readString(FILE));
      for (Object group : (List<?>) tree.get("groups")) {
        for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) {
          alerts.put(((Map<?, ?>) rule).get("alert").toString(), (Map<?, ?>) rule);
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return alerts;
  }

  /** Each alert's expression, with 0 or 1 for an answer instead of none while all is well. */
  static Map<String, String> withoutThresholds() {
    Map<String, String> expressions = new LinkedHashMap<>();
    alerts()
        .forEach(
            (name, rule) ->
                expressions.put(
                    name, rule.get("expr").toString().replaceAll(COMPARISON, " $1 bool ")));
    return expressions;
  }
}
