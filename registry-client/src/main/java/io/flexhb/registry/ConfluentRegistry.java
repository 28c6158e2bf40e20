package io.flexhb.registry;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.ParsedSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaMetadata;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaRegistryClientFactory;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import org.apache.kafka.common.config.ConfigException;

/**
 * Confluent's client behind our interface. Schemas cross the boundary as JSON text, because here,
 * before shading, the client's Avro is a different one from ours.
 */
final class ConfluentRegistry implements SchemaRegistry {

  private static final int MAX_SCHEMAS_PER_SUBJECT = 1_000;
  private static final String HEADER_PREFIX = "request.header.";

  /**
   * The client throws a plain IOException with this text when it cannot parse the registry's
   * schema.
   */
  private static final int CONFLICT = 409;

  private static final String NOT_AVRO = "Invalid schema";

  private final RegistryConfig config;
  private final SchemaRegistryClient client;
  private final BoundedCalls calls;

  ConfluentRegistry(RegistryConfig config) {
    this.config = config;
    this.client = newClient(config);
    this.calls = new BoundedCalls(config.timeoutMs());
  }

  private static SchemaRegistryClient newClient(RegistryConfig config) {
    Map<String, String> headers =
        config.client().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(HEADER_PREFIX))
            .collect(
                Collectors.toMap(
                    entry -> entry.getKey().substring(HEADER_PREFIX.length()),
                    entry -> entry.getValue().toString()));
    try {
      return SchemaRegistryClientFactory.newClient(
          config.urls(),
          MAX_SCHEMAS_PER_SUBJECT,
          List.of(new AvroSchemaProvider()),
          config.client(),
          headers);
    } catch (RuntimeException refused) {
      ConfigException explained =
          new ConfigException(
              "The schema registry client rejects its configuration: " + messages(refused));
      explained.initCause(refused);
      throw explained;
    }
  }

  /** All messages of the causes: the client's outermost one is often the least informative. */
  private static String messages(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .map(Throwable::getMessage)
        .distinct()
        .collect(Collectors.joining(": "));
  }

  @Override
  public int register(String subject, Schema schema) {
    AvroSchema text = new AvroSchema(schema.toString());
    RegistryCall<Integer> call = () -> client.register(subject, text, config.normalizeSchemas());
    return forSubject(subject, () -> retryAfterConflict(call));
  }

  /**
   * Retries once after a conflict. When two clients register the first schema of a subject at the
   * same time, some registries report a conflict to one of them. The retry finds the other's
   * schema; an incompatible schema is rejected again.
   */
  private static <T> T retryAfterConflict(RegistryCall<T> call)
      throws IOException, RestClientException {
    try {
      return call.run();
    } catch (RestClientException answer) {
      if (answer.getStatus() != CONFLICT) {
        throw answer;
      }
      return call.run();
    }
  }

  @Override
  public int idOf(String subject, Schema schema) {
    AvroSchema text = new AvroSchema(schema.toString());
    return forSubject(subject, () -> client.getId(subject, text, config.normalizeSchemas()));
  }

  @Override
  public Registered latest(String subject) {
    return forSubject(
        subject,
        () -> {
          SchemaMetadata latest = client.getLatestSchemaMetadata(subject);
          ParsedSchema parsed =
              client
                  .parseSchema(latest.getSchemaType(), latest.getSchema(), latest.getReferences())
                  .orElseThrow(
                      () -> new IOException(NOT_AVRO + " of type " + latest.getSchemaType()));
          return new Registered(latest.getId(), ours(parsed));
        });
  }

  @Override
  public Optional<String> compatibility(String subject) {
    return compatibilityOf(subject).or(() -> compatibilityOf(null));
  }

  /**
   * @param subject null for all
   */
  private Optional<String> compatibilityOf(String subject) {
    try {
      return Optional.ofNullable(bounded(() -> client.getCompatibility(subject)));
    } catch (RestClientException answer) {
      if (answer.getStatus() == 404) {
        return Optional.empty();
      }
      throw unavailable(answer);
    } catch (IOException failure) {
      throw unavailable(failure);
    }
  }

  @Override
  public Schema byId(int id) throws UnknownSchemaException {
    try {
      return ours(bounded(() -> client.getSchemaById(id)));
    } catch (RestClientException answer) {
      if (isNotFound(answer)) {
        throw new UnknownSchemaException("the registry does not know this id", true, answer);
      }
      throw unavailable(answer);
    } catch (IOException failure) {
      if (isNotAvro(failure)) {
        throw new UnknownSchemaException(
            "the registry's schema of this id is not Avro", false, failure);
      }
      throw unavailable(failure);
    }
  }

  @Override
  public void close() {
    calls.close();
    try {
      client.close();
    } catch (IOException failure) {
      throw unavailable(failure);
    }
  }

  private static Schema ours(ParsedSchema theirs) {
    // rawSchema has the references resolved; foreign writers may use names and defaults that Avro
    // 1.12 would reject.
    return new Schema.Parser(NameValidator.NO_VALIDATION)
        .setValidateDefaults(false)
        .parse(theirs.rawSchema().toString());
  }

  private <T> T forSubject(String subject, RegistryCall<T> call) {
    try {
      return bounded(call);
    } catch (RestClientException answer) {
      if (answer.getStatus() == CONFLICT || answer.getStatus() == 422 || isNotFound(answer)) {
        throw rejected(subject, answer);
      }
      throw unavailable(answer);
    } catch (IOException failure) {
      if (isNotAvro(failure)) {
        throw rejected(subject, failure);
      }
      throw unavailable(failure);
    }
  }

  private <T> T bounded(RegistryCall<T> call) throws IOException, RestClientException {
    try {
      return calls.call(call::run);
    } catch (TimeoutException late) {
      throw unavailable(late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw unavailable(interrupted);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof IOException failure) {
        throw failure;
      }
      if (cause instanceof RestClientException answer) {
        throw answer;
      }
      throw unavailable(cause);
    }
  }

  /**
   * Whether the answer is a 404 with one of the registry's own codes (404xx); a plain 404 comes
   * from another server behind a wrong URL.
   */
  private static boolean isNotFound(RestClientException answer) {
    return answer.getStatus() == 404 && answer.getErrorCode() / 100 == 404;
  }

  private static boolean isNotAvro(IOException failure) {
    return failure.getClass() == IOException.class
        && failure.getMessage() != null
        && failure.getMessage().startsWith(NOT_AVRO);
  }

  private static SchemaRejectedException rejected(String subject, Exception answer) {
    return new SchemaRejectedException(
        "The schema registry rejects the schema for subject "
            + subject
            + ": "
            + answer.getMessage()
            + ". Register a compatible schema there, or check auto.register.schemas,"
            + " use.latest.version and the subject's compatibility level",
        answer);
  }

  private RegistryUnavailableException unavailable(Throwable cause) {
    String check = "check that it runs and that schema.registry.url is right";
    if (cause instanceof RestClientException answer) {
      check =
          answer.getStatus() == 401 || answer.getStatus() == 403
              ? "check basic.auth.*, bearer.auth.* and the registry's permissions"
              : "check the registry's health and that schema.registry.url has the right path";
    }
    return new RegistryUnavailableException(
        "Schema registry at "
            + config.shownUrls()
            + " is unavailable ("
            + Addresses.withoutUser(cause.toString())
            + "); "
            + check,
        mayPass(cause),
        cause);
  }

  private static boolean mayPass(Throwable cause) {
    int status = cause instanceof RestClientException answer ? answer.getStatus() : 500;
    return status >= 500 || status == 408 || status == 429;
  }

  /** A call of the client, with its two kinds of exceptions. */
  @FunctionalInterface
  private interface RegistryCall<T> {
    T run() throws IOException, RestClientException;
  }
}
