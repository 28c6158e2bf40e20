package io.flexhb.standalone.docs;

import io.flexhb.avro.Command;
import io.flexhb.avro.Installation;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.service.admin.TopicPlan;
import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** The reference of topics and their records, written by the schemas themselves. */
class TopicsReferenceTest {

  private static final String HEAD =
      """
      # Topics and records

      Generated from the code: do not edit. What to send when, and what comes back: [protocol](../protocol.md).

      Values are in Confluent's wire format: a zero byte, the schema's id in the registry, and the record in Avro's binary form. Keys are plain
      UTF-8. Names are those of the default prefix, `flexhb.`.

      """;

  private static final List<Schema> VALUES =
      List.of(
          Study.getClassSchema(),
          TrialEvent.getClassSchema(),
          WorkRequest.getClassSchema(),
          SuggestionResult.getClassSchema(),
          Command.getClassSchema(),
          JournalEntry.getClassSchema(),
          TrialView.getClassSchema(),
          Installation.getClassSchema());

  @Test
  void shouldListEveryTopicAndField() {
    StringBuilder text = new StringBuilder(HEAD);
    topics(text);
    Set<Schema> told = new LinkedHashSet<>();
    Deque<Schema> next = new ArrayDeque<>(VALUES);
    while (!next.isEmpty()) {
      Schema schema = next.removeFirst();
      if (told.add(schema)) {
        next.addAll(
            schema.getType() == Schema.Type.RECORD ? record(schema, text) : named(schema, text));
      }
    }
    GeneratedPage.requireUpToDate("topics.md", text.toString());
  }

  private static void topics(StringBuilder text) {
    Topics names = Topics.defaults();
    Map<String, Schema> values = new LinkedHashMap<>();
    List<String> inOrder =
        List.of(
            names.studies(),
            names.metrics(),
            names.workers(),
            names.suggestions(),
            names.commands(),
            names.decisions(),
            names.trials(),
            names.installation());
    for (int i = 0; i < inOrder.size(); i++) {
      values.put(inOrder.get(i), VALUES.get(i));
    }
    Map<String, Duration> kept = TopicPlan.retentions(names);
    text.append("| topic | records | kept |\n|---|---|---|\n");
    for (String topic : names.all()) {
      Schema value = values.get(topic);
      text.append(
          "| `%s` | %s | %s |%n"
              .formatted(
                  topic,
                  value == null ? "as they were found, with headers that say why" : link(value),
                  kept.containsKey(topic)
                      ? kept.get(topic).toDays() + " d"
                      : "the newest of each key"));
    }
  }

  /** The record's table; returns what its fields are made of. */
  private static List<Schema> record(Schema schema, StringBuilder text) {
    heading(schema, text);
    text.append("| field | type | |\n|---|---|---|\n");
    for (Schema.Field field : schema.getFields()) {
      text.append(
          "| `%s` | %s | %s |%n"
              .formatted(
                  field.name(),
                  type(field.schema()),
                  GeneratedPage.cell(field.doc() == null ? "" : field.doc())));
    }
    return schema.getFields().stream().flatMap(f -> parts(f.schema()).stream()).toList();
  }

  private static List<Schema> named(Schema schema, StringBuilder text) {
    heading(schema, text);
    text.append(
        schema.getEnumSymbols().stream().map(s -> '`' + s + '`').collect(Collectors.joining(", ")));
    text.append('\n');
    return List.of();
  }

  private static void heading(Schema schema, StringBuilder text) {
    text.append("\n## ").append(schema.getName()).append("\n\n");
    if (schema.getDoc() != null) {
      text.append(schema.getDoc()).append("\n\n");
    }
  }

  /** Records and enums in a type. */
  private static List<Schema> parts(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ENUM -> List.of(schema);
      case ARRAY -> parts(schema.getElementType());
      case MAP -> parts(schema.getValueType());
      case UNION -> schema.getTypes().stream().flatMap(part -> parts(part).stream()).toList();
      default -> List.of();
    };
  }

  private static String type(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ENUM -> link(schema);
      case ARRAY -> "list of " + type(schema.getElementType());
      case MAP -> "map to " + type(schema.getValueType());
      case UNION ->
          schema.getTypes().stream()
              .map(TopicsReferenceTest::type)
              .collect(Collectors.joining(" or "));
      default ->
          schema.getLogicalType() == null
              ? schema.getType().getName()
              : schema.getType().getName() + " (" + schema.getLogicalType().getName() + ")";
    };
  }

  private static String link(Schema schema) {
    return "["
        + schema.getName()
        + "](#"
        + schema.getName().toLowerCase(java.util.Locale.ROOT)
        + ")";
  }
}
