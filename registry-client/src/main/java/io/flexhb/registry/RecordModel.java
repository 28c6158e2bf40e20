package io.flexhb.registry;

import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Avro's model of one generated record class: it instantiates that class and those of the types its
 * schema names.
 *
 * <p>Since 1.12 Avro refuses to load a class by a name in a schema unless the JVM was told to trust
 * it, for a foreign writer's schema could name any. Here the reader's own schema says which classes
 * there are, so no global setting is needed, and nothing else gets trusted. Thread-safe.
 */
public final class RecordModel extends SpecificData {

  private final Map<String, Class<?>> classes = new HashMap<>();

  private RecordModel(Class<? extends SpecificRecord> type) {
    super(type.getClassLoader());
    SpecificData generated = SpecificData.getForClass(type);
    generated.getConversions().forEach(this::addLogicalTypeConversion);
    collect(generated.getSchema(type));
  }

  /**
   * The model of a generated class, for Avro's readers and message decoders. Without generated
   * decoders: those believe any length that is written, and allocate it.
   */
  public static RecordModel of(Class<? extends SpecificRecord> type) {
    return new RecordModel(type);
  }

  /**
   * The model of a generated class, for writers of records that are known to be whole: what a
   * generated encoder says of an unset field does not name it.
   */
  public static RecordModel forWriting(Class<? extends SpecificRecord> type) {
    RecordModel model = new RecordModel(type);
    // Generated encoders, where there are some: for types without logical types and wide unions.
    model.setCustomCoders(true);
    return model;
  }

  // Avro's signature is raw.
  @SuppressWarnings("rawtypes")
  @Override
  public Class getClass(Schema schema) {
    Class<?> known = isNamed(schema) ? classes.get(schema.getFullName()) : null;
    return known == null ? super.getClass(schema) : known;
  }

  private void collect(Schema schema) {
    switch (schema.getType()) {
      case RECORD -> {
        if (add(schema)) {
          schema.getFields().forEach(field -> collect(field.schema()));
        }
      }
      case ENUM, FIXED -> add(schema);
      case ARRAY -> collect(schema.getElementType());
      case MAP -> collect(schema.getValueType());
      case UNION -> schema.getTypes().forEach(this::collect);
      default -> {
        // The other types name no class.
      }
    }
  }

  private boolean add(Schema schema) {
    if (classes.containsKey(schema.getFullName())) {
      return false;
    }
    String name = SpecificData.getClassName(schema);
    try {
      classes.put(schema.getFullName(), Class.forName(name, true, getClassLoader()));
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(
          "No class " + name + " beside the generated class whose schema names it", missing);
    }
    return true;
  }

  private static boolean isNamed(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ENUM, FIXED -> true;
      default -> false;
    };
  }
}
