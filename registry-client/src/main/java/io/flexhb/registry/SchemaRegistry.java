package io.flexhb.registry;

import java.util.Optional;
import org.apache.avro.Schema;

/**
 * What a codec asks of a registry. Every call is bounded in time and may throw {@link
 * RegistryUnavailableException}. Implementations are thread-safe.
 */
interface SchemaRegistry extends AutoCloseable {

  /**
   * Registers the schema if need be; throws {@link SchemaRejectedException} when the subject does
   * not take it.
   */
  int register(String subject, Schema schema);

  /**
   * The id of a schema that must be registered already; else throws {@link
   * SchemaRejectedException}.
   */
  int idOf(String subject, Schema schema);

  /** The subject's latest version; throws {@link SchemaRejectedException} when it has none. */
  Registered latest(String subject);

  /**
   * The rule by which the subject takes new schemas, its own or that of all; empty when the
   * registry does not say.
   */
  Optional<String> compatibility(String subject);

  /**
   * The schema of that id; throws {@link UnknownSchemaException} when the registry has no Avro
   * schema of it.
   */
  Schema byId(int id) throws UnknownSchemaException;

  @Override
  void close();

  /** A schema and its id. */
  record Registered(int id, Schema schema) {}

  /** The registry is there and says that it cannot give an Avro schema for an id. */
  final class UnknownSchemaException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean mayAppear;

    /**
     * @param mayAppear whether the registry may know the id soon: what answers may be a replica
     *     that lags behind
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
