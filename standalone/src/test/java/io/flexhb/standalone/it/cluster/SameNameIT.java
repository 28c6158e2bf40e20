package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.it.Tuners;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another member of the group takes a tuner's name: one that lives, and one that does not. */
@Timeout(180)
class SameNameIT {

  private static final String SESSION_MS = "6000";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "flexhb.threads", "1",
          "kafka.main.consumer.session.timeout.ms", SESSION_MS,
          "kafka.main.consumer.heartbeat.interval.ms", "1000");

  @Test
  void shouldStopTheFormerOfTwoTunersOfOneName() throws InterruptedException {
    ToyStudy study = ToyStudy.named("twins");
    try (TunerHarness harness = TunerHarness.on(BrokerForTests.shared(), SETTINGS);
        TunerService former = harness.startTuner("a")) {
      Map<String, String> twin = new HashMap<>(harness.settings("a"));
      twin.put("flexhb.state.dir", harness.stateFolder("twin").toString());
      try (TunerService latter =
              Tuners.awaitRunning(TunerService.start(TunerConfig.of(twin, Map.of())));
          JournalTail journal = harness.journal(study)) {
        Optional<TunerException> why = former.awaitStop();

        assertThat(why)
            .hasValueSatisfying(
                failure ->
                    assertThat(failure)
                        .hasMessageContaining("another process is a member of the group")
                        .hasMessageContaining("under the name a-1")
                        .hasMessageContaining("flexhb.instance.id"));
        harness.apply(study);
        journal.until("a decision of the latter", () -> !journal.entries().isEmpty());
        assertThat(latter.failure()).isEmpty();
      }
    }
  }

  /** As a broker that was killed and remembers a former member, which nobody is any more. */
  @Test
  void shouldGoOnWhenTheMemberThatTookItsNameDoesNotLive() {
    ToyStudy study = ToyStudy.named("alone");
    try (TunerHarness harness = TunerHarness.on(BrokerForTests.shared(), SETTINGS);
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      takeTheName(harness);
      Await.until(
          () -> "the tuner was not fenced: " + tuner.lastFailure(),
          () -> tuner.lastFailure().filter(told -> told.contains("Fenced")).isPresent());

      harness.apply(study);
      journal.until("a decision", () -> !journal.entries().isEmpty());
      assertThat(tuner.failure()).isEmpty();
      Tuners.awaitRunning(tuner);
    }
  }

  private static void takeTheName(TunerHarness harness) {
    KafkaConsumer<byte[], byte[]> other =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                BrokerForTests.shared().bootstrapServers(),
                "group.id",
                harness.settings("a").get("flexhb.application.id"),
                "group.instance.id",
                "a-1",
                "session.timeout.ms",
                SESSION_MS,
                "enable.auto.commit",
                "false",
                "partition.assignment.strategy",
                LikeKafkaStreams.class.getName()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    other.subscribe(
        List.of(
            harness.topics().studies(),
            harness.topics().metrics(),
            harness.topics().workers(),
            harness.topics().suggestions()));
    Await.until(
        () -> "the other member was not let in",
        () -> {
          other.poll(Duration.ofMillis(50));
          return !other.assignment().isEmpty();
        });
    // A static member does not leave when it is closed.
    other.close(CloseOptions.timeout(Duration.ZERO));
  }

  /** Has the name of Streams' assignor, so that the group lets it in without a rebalance. */
  public static final class LikeKafkaStreams implements ConsumerPartitionAssignor {
    @Override
    public String name() {
      return "stream";
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription subscriptions) {
      throw new UnsupportedOperationException("the group is stable");
    }
  }
}
