package io.flexhb.service;

import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether another process is a member of the tuner's group under the tuner's name.
 *
 * <p>A fenced tuner knows only that the broker has another member under that name. That member may
 * be another tuner, or an earlier session of this one that the broker still remembers. Neither the
 * client id nor the host tells them apart: a member that replaces another keeps both in the group's
 * description. Its member id is its own, and only a live member keeps it past the session timeout.
 */
final class NameCheck {

  private static final Logger LOG = LoggerFactory.getLogger(NameCheck.class);

  /** Kafka Streams puts the number in a thread's name at the end of its member's name too. */
  private static final Pattern THREAD = Pattern.compile(".*-StreamThread-(\\d+)");

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /** A starting broker counts a session from the time it has read the group. */
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /** Number of sessions after which the check gives up undecided. */
  private static final int PATIENCE = 3;

  /** The group as the broker describes it. */
  interface Group {
    /**
     * The id of the member with that name; empty when there is none.
     *
     * @throws KafkaException when the group cannot be described now
     */
    Optional<String> memberId(String name);
  }

  private final Group group;
  private final String groupId;
  private final Duration session;
  private final LongSupplier nanos;
  private final Predicate<Duration> pause;

  /**
   * @param groupId for messages
   * @param nanos a clock
   * @param pause lets time pass, and returns whether to go on
   */
  NameCheck(
      Group group,
      String groupId,
      Duration session,
      LongSupplier nanos,
      Predicate<Duration> pause) {
    this.group = group;
    this.groupId = groupId;
    this.session = session;
    this.nanos = nanos;
    this.pause = pause;
  }

  /**
   * For the group of a tuner with this configuration.
   *
   * @param pause lets time pass, and returns whether to go on
   */
  static NameCheck in(TunerConfig config, Predicate<Duration> pause) {
    ClientSettings clients = new ClientSettings(config);
    String application = config.text(Setting.APPLICATION_ID);
    Object timeout =
        new StreamsConfig(clients.streams())
            .getMainConsumerConfigs(application, application, 0)
            .get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
    return new NameCheck(
        name -> memberId(clients, application, name),
        application,
        Duration.ofMillis(Long.parseLong(timeout.toString())),
        System::nanoTime,
        pause);
  }

  /** The name of a stream thread in its group; empty for any other thread. */
  static Optional<String> memberName(Thread thread, String instanceId) {
    Matcher matcher = THREAD.matcher(thread.getName());
    return matcher.matches() ? Optional.of(instanceId + "-" + matcher.group(1)) : Optional.empty();
  }

  private static Optional<String> memberId(
      ClientSettings clients, String application, String name) {
    try (Admin admin = Admin.create(clients.admin())) {
      return admin
          .describeConsumerGroups(List.of(application))
          .describedGroups()
          .get(application)
          .get()
          .members()
          .stream()
          .filter(member -> member.groupInstanceId().equals(Optional.of(name)))
          .map(MemberDescription::consumerId)
          .findFirst();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof KafkaException known
          ? known
          : new KafkaException(failed.getCause());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  /**
   * Watches the group for longer than a session, unless the answer is clear earlier. Returns one
   * line for the operator when another process has that name; empty when none has, and also when
   * that cannot be determined.
   */
  Optional<String> findLiveHolder(String name) {
    long begin = nanos.getAsLong();
    long required = session.plus(MARGIN).toNanos();
    Optional<String> holder = Optional.empty();
    long since = begin;
    do {
      long now = nanos.getAsLong();
      try {
        Optional<String> found = group.memberId(name);
        if (found.isEmpty()) {
          return Optional.empty();
        }
        since = found.equals(holder) ? since : now;
        holder = found;
      } catch (InterruptException interrupted) {
        throw interrupted;
      } catch (KafkaException unanswered) {
        LOG.debug("The group {} cannot be described", groupId, unanswered);
        holder = Optional.empty();
      }
      if (holder.isPresent() && now - since >= required) {
        return Optional.of(message(name, holder.get(), Duration.ofNanos(now - since)));
      }
    } while (nanos.getAsLong() - begin < required * PATIENCE && pause.test(BETWEEN_LOOKS));
    return Optional.empty();
  }

  private String message(String name, String member, Duration time) {
    return "another process is a member of the group "
        + groupId
        + " under the name "
        + name
        + ": the member "
        + member
        + " took this tuner's place and has been alive for "
        + time.toSeconds()
        + " s, longer than its session; give each tuner its own flexhb.instance.id";
  }
}
