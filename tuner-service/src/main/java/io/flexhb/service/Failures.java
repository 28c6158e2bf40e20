package io.flexhb.service;

import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.registry.SchemaRejectedException;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.store.StoreFormatException;
import io.flexhb.service.stream.InputTopicChangedException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.TopologyException;

/** Classifies failures of a stream thread: those to retry, and those that need an operator. */
final class Failures {

  private static final int DEEPEST = 20;

  /** Failures that a retry cannot fix. The first that matches explains the most. */
  private static final List<Class<? extends Throwable>> FATAL =
      List.of(
          StoreFormatException.class,
          InputTopicChangedException.class,
          SchemaRejectedException.class,
          AuthorizationException.class,
          AuthenticationException.class,
          MissingSourceTopicException.class,
          UnknownTopicOrPartitionException.class,
          RecordTooLargeException.class,
          UnsupportedVersionException.class,
          InvalidConfigurationException.class,
          TopologyException.class,
          Error.class);

  private Failures() {}

  /** Whether the broker has another member under the tuner's name, see {@link NameCheck}. */
  static boolean isFenced(Throwable failure) {
    return causes(failure).anyMatch(FencedInstanceIdException.class::isInstance);
  }

  /** One line for the operator when the tuner has to stop; empty when it should retry. */
  static Optional<String> fatal(Throwable failure) {
    return FATAL.stream()
        .flatMap(type -> causes(failure).filter(type::isInstance))
        .findFirst()
        .map(Failures::explain);
  }

  private static String explain(Throwable cause) {
    if (cause instanceof MissingSourceTopicException
        || cause instanceof UnknownTopicOrPartitionException) {
      return "a topic is gone ("
          + cause.getMessage()
          + "); run 'flexhb topics apply' and start the tuner again";
    }
    if (cause instanceof AuthorizationException denied) {
      return "Kafka denies the tuner "
          + right(denied)
          + "; grant it ('flexhb topics acls --principal User:NAME --role tuner' prints the"
          + " commands)";
    }
    if (cause instanceof AuthenticationException) {
      return "Kafka denies access: "
          + cause.getMessage()
          + "; check kafka.security.protocol, kafka.sasl.* and kafka.ssl.*";
    }
    if (cause instanceof RecordTooLargeException) {
      return "a topic rejects a record that flexhb.record.max.bytes allows ("
          + cause.getMessage()
          + "); set max.message.bytes of the topics studies, suggestions, decisions and dlq and of"
          + " the store's changelog to that and "
          + ClientSettings.OVERHEAD_BYTES
          + " more, and start the tuner again, nothing is lost";
    }
    if (cause instanceof OutOfMemoryError) {
      return "a stream thread died: "
          + cause
          + "; give the tuner's JVM more memory (-Xmx) and start it again, nothing is lost";
    }
    if (cause instanceof Error) {
      return "a stream thread died: " + cause;
    }
    return cause.getMessage();
  }

  /** The missing right. */
  private static String right(AuthorizationException denied) {
    if (denied instanceof TopicAuthorizationException topics
        && !topics.unauthorizedTopics().isEmpty()) {
      boolean written = Stream.of(denied.getStackTrace()).anyMatch(Failures::isOfProducer);
      return (written ? "WRITE" : "READ")
          + " on topic "
          + String.join(", ", new TreeSet<>(topics.unauthorizedTopics()));
    }
    if (denied instanceof GroupAuthorizationException group) {
      return "READ on group " + group.groupId();
    }
    if (denied instanceof TransactionalIdAuthorizationException) {
      return "WRITE on the transactional ids that begin with flexhb.application.id and '-'";
    }
    return "access: " + denied.getMessage();
  }

  private static boolean isOfProducer(StackTraceElement frame) {
    return frame.getClassName().startsWith("org.apache.kafka.clients.producer.");
  }

  /**
   * One line for the operator about a failure that is retried, with the remedy where it is known.
   */
  static String temporary(Throwable failure, String stateDirectory) {
    String cause = rootMessage(failure);
    if (cause.contains("No space left") || cause.contains("quota exceeded")) {
      return "no room in the state directory "
          + stateDirectory
          + "; free some, and the tuner continues by itself ("
          + cause
          + ")";
    }
    if (cause.contains("Too many open files")) {
      return "too many open files; restart the tuner with a higher limit, such as 'ulimit -n 4096'"
          + " ("
          + cause
          + ")";
    }
    return cause;
  }

  /** The cause that says the most. */
  static String rootMessage(Throwable failure) {
    return causes(failure)
        .filter(RegistryUnavailableException.class::isInstance)
        .findFirst()
        .or(() -> causes(failure).reduce((outer, inner) -> inner))
        .map(Throwable::toString)
        .orElse("");
  }

  static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(DEEPEST);
  }
}
