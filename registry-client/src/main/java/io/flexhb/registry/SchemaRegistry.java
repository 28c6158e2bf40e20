package io.flexhb.registry;

import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The calls that a codec makes to a registry. Every call is limited in time and may throw {@link
 * RegistryUnavailableException}. Implementations are thread-safe.
 */
interface SchemaRegistry extends AutoCloseable {

  /**
   * Registers the schema if necessary; throws {@link SchemaRejectedException} when the subject
   * rejects it.
   */
  int register(String subject, Schema schema);

  /**
   * The id of a schema that must already be registered; otherwise throws {@link
   * SchemaRejectedException}.
   */
  int idOf(String subject, Schema schema);

  /** The subject's latest version; throws {@link SchemaRejectedException} when it has none. */
  Registered latest(String subject);

  /**
   * The compatibility rule for new schemas of the subject, its own or the global one; empty when
   * the registry reports none.
   */
  Optional<String> compatibility(String subject);

  /**
   * The schema with that id; throws {@link UnknownSchemaException} when the registry has no Avro
   * schema with it.
   */
  Schema byId(int id) throws UnknownSchemaException;

  @Override
  void close();

  /** A schema and its id. */
  record Registered(int id, Schema schema) {}

  /** Thrown when the registry answers that it has no Avro schema for an id. */
  final class UnknownSchemaException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean mayAppear;

    /**
     * @param mayAppear whether the registry may know the id soon: the answer may come from a
     *     replica that lags behind
     */
    UnknownSchemaException(String message, boolean mayAppear, Throwable cause) {
      super(message, cause);
      this.mayAppear = mayAppear;
    }

    boolean mayAppear() {
      return mayAppear;
    }
  }
}
