package io.flexhb.registry;

import org.apache.kafka.common.errors.SerializationException;

/**
 * The registry answered, and the answer to the writer's schema is no: incompatible with the
 * subject, not registered while {@code auto.register.schemas} is off, or invalid. The message names
 * the subject and the way out.
 */
public final class SchemaRejectedException extends SerializationException {

  private static final long serialVersionUID = 1L;

  SchemaRejectedException(String message) {
    super(message);
  }

  SchemaRejectedException(String message, Throwable cause) {
    super(message, cause);
  }
}
