package io.flexhb.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.specific.SpecificRecord;

/**
 * Chooses the schema with which a record is written, in the order of Confluent's serializer: {@code
 * auto.register.schemas} takes precedence over {@code use.latest.version}; with both off, the
 * record's schema must already be registered.
 */
final class RegisteredWriters implements RecordEncoder.WriterLookup {

  private static final String JAVA_STRING = "avro.java.string";

  private final SchemaRegistry registry;
  private final RegistryConfig config;
  private final boolean isKey;

  RegisteredWriters(SchemaRegistry registry, RegistryConfig config, boolean isKey) {
    this.registry = registry;
    this.config = config;
    this.isKey = isKey;
  }

  @Override
  public RecordWriter writerFor(String topic, SpecificRecord record) {
    Schema schema = config.removeJavaProperties() ? plain(record.getSchema()) : record.getSchema();
    String subject = config.subjectNames().subject(topic, isKey, schema);
    if (config.autoRegister()) {
      return RecordWriter.own(registry.register(subject, schema), record);
    }
    if (config.useLatestVersion()) {
      return latest(subject, schema, record);
    }
    return RecordWriter.own(registry.idOf(subject, schema), record);
  }

  private RecordWriter latest(String subject, Schema schema, SpecificRecord record) {
    SchemaRegistry.Registered latest = registry.latest(subject);
    if (latest.schema().equals(schema)) {
      return RecordWriter.own(latest.id(), record);
    }
    SchemaCompatibility.SchemaPairCompatibility fit =
        SchemaCompatibility.checkReaderWriterCompatibility(latest.schema(), schema);
    if (config.latestCompatibilityStrict() && fit.getType() != SchemaCompatibilityType.COMPATIBLE) {
      throw new SchemaRejectedException(
          "The latest schema of subject "
              + subject
              + " (id "
              + latest.id()
              + ") cannot read what "
              + record.getClass().getName()
              + " writes: "
              + fit.getResult().getIncompatibilities()
              + ". Register this writer's schema there, or use the class of the latest version");
    }
    return RecordWriter.resolvedTo(latest.id(), latest.schema(), record);
  }

  /**
   * The schema without the properties of Java's code generator, as a writer in another language
   * registers it.
   */
  private static Schema plain(Schema schema) {
    try {
      JsonNode json = new ObjectMapper().readTree(schema.toString());
      // findParents stops at a match, and a marked map may have marked values.
      List<JsonNode> marked = json.findParents(JAVA_STRING);
      while (!marked.isEmpty()) {
        marked.forEach(node -> ((ObjectNode) node).remove(JAVA_STRING));
        marked = json.findParents(JAVA_STRING);
      }
      return new Schema.Parser().parse(json.toString());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(
          "Avro printed a schema that is not JSON: " + schema, impossible);
    }
  }
}
