package io.flexhb.standalone.cli;

import io.flexhb.avro.Configuration;
import io.flexhb.avro.TrialView;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.space.JsonText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;

/** Values as people read them, and records as JSON trees. */
final class Show {
  private static final MathContext DIGITS = new MathContext(6);

  private Show() {}

  /** Six significant digits. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    boolean plain = rounded.signum() == 0 || Math.abs(Math.log10(Math.abs(value))) < 7;
    return plain ? rounded.toPlainString() : rounded.toString();
  }

  /** {@code lr=0.01 units=32}, by name. */
  static String configuration(Configuration configuration) {
    return values(ConfigurationCodec.tree(configuration));
  }

  /** {@code acc=0.9 loss=0.1}, by name. */
  static String values(Map<String, ?> values) {
    return new TreeMap<String, Object>(values)
        .entrySet().stream()
            .map(e -> e.getKey() + "=" + value(e.getValue()))
            .collect(Collectors.joining(" "));
  }

  /** {@code @1 40 @3 38}: how many there are at each level. */
  static String counts(SortedMap<Long, Integer> byLevel, ResourceStep step) {
    return byLevel.isEmpty()
        ? "none"
        : byLevel.entrySet().stream()
            .map(e -> "@" + step.text(e.getKey()) + " " + e.getValue())
            .collect(Collectors.joining("  "));
  }

  static String value(Object value) {
    return value instanceof Double number ? number(number) : exact(value);
  }

  /** With all digits; null and lists as JSON. */
  static String exact(Object value) {
    return JsonText.isFor(value) ? JsonText.of(value).text() : String.valueOf(value);
  }

  /** A trial as a JSON tree, its resources in the user's unit. */
  static Map<String, Object> trial(TrialView trial) {
    ResourceStep step = TrialViewCodec.step(trial);
    Map<String, Object> tree = new LinkedHashMap<>();
    ((Map<?, ?>) tree(trial)).forEach((key, value) -> tree.put((String) key, value));
    tree.remove("resourceStep");
    tree.put("resource", step.number(trial.getResource()));
    Map<String, Object> values = new LinkedHashMap<>();
    trial.getValues().keySet().stream()
        .sorted()
        .forEach(at -> values.put(step.text(Long.parseLong(at)), trial.getValues().get(at)));
    tree.put("values", values);
    if (trial.getCheckpoint() != null) {
      Map<String, Object> checkpoint = new LinkedHashMap<>();
      checkpoint.put("resource", step.number(trial.getCheckpoint().getResource()));
      checkpoint.put("reference", trial.getCheckpoint().getReference());
      tree.put("checkpoint", checkpoint);
    }
    return tree;
  }

  /** Maps, lists, numbers, strings and booleans with a record's content, in the order of fields. */
  static Object tree(Object value) {
    if (value instanceof Configuration configuration) {
      // Null and lists travel as text; here they are what they are.
      return Map.of("values", new TreeMap<>(ConfigurationCodec.tree(configuration)));
    }
    if (value instanceof IndexedRecord record) {
      Map<String, Object> tree = new LinkedHashMap<>();
      record
          .getSchema()
          .getFields()
          .forEach(field -> tree.put(field.name(), tree(record.get(field.pos()))));
      return tree;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Show::tree).collect(Collectors.toList());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> tree = new TreeMap<>();
      map.forEach((key, element) -> tree.put(key.toString(), tree(element)));
      return tree;
    }
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    return value instanceof Instant instant ? instant.toString() : value.toString();
  }
}
