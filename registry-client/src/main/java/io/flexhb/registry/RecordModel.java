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
 * <p>Since 1.12 Avro refuses to load a class by a name in a schema unless the JVM is configured to
 * trust it, because a foreign writer's schema could name any class. Here the reader's own schema
 * determines the classes, so no global setting is needed and no other class is trusted.
 * Thread-safe.
 */
public final class RecordModel extends SpecificData {

  private static final ClassValue<RecordModel> READING = onePerClass(false);

  /** With generated encoders, where they exist: for types without logical types and wide unions. */
  private static final ClassValue<RecordModel> WRITING = onePerClass(true);

  private final Map<String, Class<?>> classes = new HashMap<>();

  private RecordModel(Class<? extends SpecificRecord> type) {
    super(type.getClassLoader());
    SpecificData generated = SpecificData.getForClass(type);
    generated.getConversions().forEach(this::addLogicalTypeConversion);
    collect(generated.getSchema(type));
  }

  /** For the whole process: to make a model, Avro looks for services on the class path. */
  private static ClassValue<RecordModel> onePerClass(boolean generatedCoders) {
    return new ClassValue<>() {
      @Override
      protected RecordModel computeValue(Class<?> type) {
        RecordModel model = new RecordModel(type.asSubclass(SpecificRecord.class));
        model.setCustomCoders(generatedCoders);
        return model;
      }
    };
  }

  /**
   * The model of a generated class, for Avro's readers and message decoders. It does not use
   * generated decoders: they trust any encoded length and allocate it.
   */
  public static RecordModel of(Class<? extends SpecificRecord> type) {
    return READING.get(type);
  }

  /**
   * The model of a generated class, for writers of records that are known to be complete: a
   * generated encoder's error for an unset field does not name the field.
   */
  public static RecordModel forWriting(Class<? extends SpecificRecord> type) {
    return WRITING.get(type);
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
        // The other types do not name a class.
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
          "No class " + name + " next to the generated class whose schema names it", missing);
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
