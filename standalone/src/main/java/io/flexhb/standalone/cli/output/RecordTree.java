package io.flexhb.standalone.cli.output;

import io.flexhb.avro.Configuration;
import io.flexhb.avro.TrialView;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.fidelity.ResourceStep;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;

/** Converts Avro records to trees of maps, lists and plain values, to be written as JSON. */
public final class RecordTree {

  private RecordTree() {}

  /** A trial as a JSON tree, its resources in the user's unit. */
  public static Map<String, Object> ofTrial(TrialView trial) {
    ResourceStep step = TrialViewCodec.step(trial);
    Map<String, Object> tree = new LinkedHashMap<>();
    ((Map<?, ?>) of(trial)).forEach((key, value) -> tree.put((String) key, value));
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
  public static Object of(Object value) {
    if (value instanceof Configuration configuration) {
      // The record holds null and lists as text; the tree holds them as values.
      return Map.of("values", new TreeMap<>(ConfigurationCodec.tree(configuration)));
    }
    if (value instanceof IndexedRecord record) {
      Map<String, Object> tree = new LinkedHashMap<>();
      record
          .getSchema()
          .getFields()
          .forEach(field -> tree.put(field.name(), of(record.get(field.pos()))));
      return tree;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RecordTree::of).collect(Collectors.toList());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> tree = new TreeMap<>();
      map.forEach((key, element) -> tree.put(key.toString(), of(element)));
      return tree;
    }
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    return value instanceof Instant instant ? instant.toString() : value.toString();
  }
}
