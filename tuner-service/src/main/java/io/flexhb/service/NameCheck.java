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
 * Whether another process is a member of the tuner's group under its name.
 *
 * <p>A fenced tuner knows that the broker has another member under that name, and nothing more. It
 * may be another tuner, or a former self of this one that a broker remembers. Neither the client's
 * id nor its host tell them apart: a member that takes another's place keeps those in the group's
 * description. Its member id is its own, and only one that lives keeps it past the session timeout.
 */
final class NameCheck {

  private static final Logger LOG = LoggerFactory.getLogger(NameCheck.class);

  /** Of Kafka Streams: the number in a thread's name is also the end of its member's name. */
  private static final Pattern THREAD = Pattern.compile(".*-StreamThread-(\\d+)");

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /** A broker that starts counts a session from when it has read the group. */
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /** Sessions after which it is left undecided. */
  private static final int PATIENCE = 3;

  /** The group as it is described. */
  interface Group {
    /**
     * The id of the member of that name; empty when there is none.
     *
     * @throws KafkaException when that cannot be told now
     */
    Optional<String> memberId(String name);
  }

  private final Group group;
  private final String told;
  private final Duration session;
  private final LongSupplier nanos;
  private final Predicate<Duration> pause;

  /**
   * @param told the name of the group
   * @param nanos a clock
   * @param pause lets time pass, and returns whether to go on
   */
  NameCheck(
      Group group, String told, Duration session, LongSupplier nanos, Predicate<Duration> pause) {
    this.group = group;
    this.told = told;
    this.session = session;
    this.nanos = nanos;
    this.pause = pause;
  }

  /**
   * For the group of a tuner that is configured like this.
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

  /** The name in its group of a stream thread; empty for any other thread. */
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
   * Looks for longer than a session, unless it is clear before. Returns one line for people when
   * another process has that name; empty when nobody has, and also when it cannot be told.
   */
  Optional<String> living(String name) {
    long begin = nanos.getAsLong();
    long enough = session.plus(MARGIN).toNanos();
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
      } catch (KafkaException away) {
        LOG.debug("The group {} cannot be described", told, away);
        holder = Optional.empty();
      }
      if (holder.isPresent() && now - since >= enough) {
        return Optional.of(tell(name, holder.get(), Duration.ofNanos(now - since)));
      }
    } while (nanos.getAsLong() - begin < enough * PATIENCE && pause.test(BETWEEN_LOOKS));
    return Optional.empty();
  }

  private String tell(String name, String member, Duration time) {
    return "another process is a member of the group "
        + told
        + " under the name "
        + name
        + ": the member "
        + member
        + " took this tuner's place and has lived for "
        + time.toSeconds()
        + " s since, longer than its session; give each tuner its own flexhb.instance.id";
  }
}
