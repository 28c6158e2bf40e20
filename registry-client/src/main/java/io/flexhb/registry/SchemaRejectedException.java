package io.flexhb.registry;

import org.apache.kafka.common.errors.SerializationException;

/**
 * Thrown when the registry rejects the writer's schema: it is incompatible with the subject, not
 * registered while {@code auto.register.schemas} is off, or invalid. The message names the subject
 * and the fix.
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
