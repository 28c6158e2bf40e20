package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Installation;
import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Topics belong to one application: no other ever writes a record to them. */
@Timeout(300)
class OwnerIT {

  private final ToyStudy study = ToyStudy.named("owned");

  private static TunerConfig other(TunerHarness harness, String application) {
    Map<String, String> settings = new HashMap<>(harness.settings("other"));
    settings.put("flexhb.application.id", application);
    return TunerConfig.of(settings, Map.of());
  }

  private static String owner(TunerHarness harness) {
    return harness.settings("a").get("flexhb.application.id");
  }

  @Test
  void shouldRefuseASecondApplicationWithBothNamesAndLeaveItNothingToWrite() {
    try (TunerHarness harness = TunerHarness.onSharedBroker()) {
      try (TunerService tuner = harness.startTuner("a");
          JournalTail journal = harness.journal(study)) {
        harness.apply(study);
        journal.until("the study", () -> !journal.entries().isEmpty());
        tuner.drain();
      }
      Map<String, Integer> before = counts(harness);
      String second = owner(harness) + "-second";

      assertThatThrownBy(() -> TunerService.start(other(harness, second)).close())
          .isInstanceOf(TunerException.class)
          .hasMessageContaining("belong to application " + owner(harness) + ",")
          .hasMessageContaining(second)
          .hasMessageContaining("flexhb topics take-over");

      assertThat(counts(harness)).isEqualTo(before);
    }
  }

  /** As with topics of a version that did not claim them. */
  @Test
  void shouldKnowTheOwnerOfUnclaimedTopicsByItsOffsets()
      throws ExecutionException, InterruptedException {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        Admin admin = harness.broker().admin()) {
      try (TunerService tuner = harness.startTuner("a");
          JournalTail journal = harness.journal(study)) {
        harness.apply(study);
        journal.until("the study", () -> !journal.entries().isEmpty());
        tuner.drain();
      }
      admin.deleteTopics(List.of(harness.topics().installation())).all().get();

      assertThatThrownBy(() -> TunerService.start(other(harness, "stranger")).close())
          .hasMessageContaining("belong to application " + owner(harness))
          .hasMessageContaining("stranger");
      harness.startTuner("a").drain();
    }
  }

  @Test
  void shouldRefuseToReadStoresOfANewerVersion() {
    try (TunerHarness harness = TunerHarness.onSharedBroker()) {
      harness.startTuner("a").drain();
      Installation claim =
          harness
              .codec()
              .decode(harness.topics().installation(), last(harness).value(), Installation.class);
      claim.setNumber(claim.getNumber() + 1);
      claim.setStoreVersion(99);
      claim.setClaimedAt(Instant.EPOCH);
      harness.send(harness.topics().installation(), 0, "99", claim);

      assertThatThrownBy(() -> TunerService.start(harness.config("a")).close())
          .hasMessageContaining("of version 99")
          .hasMessageContaining("knows them up to version 2");
    }
  }

  @Test
  void shouldGiveTheStudiesToAnotherApplicationThatTakesThemOver() {
    try (TunerHarness harness = TunerHarness.onSharedBroker()) {
      String second = owner(harness) + "-second";
      try (TunerService tuner = harness.startTuner("a");
          ToyWorkers workers = harness.startWorkers(study, 2, Duration.ofMillis(5));
          JournalTail journal = harness.journal(study)) {
        harness.apply(study);
        journal.until("some decisions", () -> journal.entries().size() > 50);

        assertThatThrownBy(() -> TakeOverForTests.run(other(harness, second)))
            .as("a take-over while a tuner runs")
            .hasMessageContaining("run, or ended less than 10 s ago: a-1 on ");

        tuner.drain();
        TakeOverForTests.run(other(harness, second));
        assertThatThrownBy(() -> TunerService.start(harness.config("a")).close())
            .hasMessageContaining("belong to application " + second);
        try (TunerService next = Tuners.awaitRunning(TunerService.start(other(harness, second)))) {
          journal.untilOver();
          workers.awaitReleased();
          next.drain();
        }
      }
      StudyAssertions.assertExactlyOnce(harness, study);
    }
  }

  private static ConsumerRecord<String, byte[]> last(TunerHarness harness) {
    List<ConsumerRecord<String, byte[]>> claims =
        harness.committed().raw(harness.topics().installation());
    return claims.get(claims.size() - 1);
  }

  private static Map<String, Integer> counts(TunerHarness harness) {
    Map<String, Integer> counts = new HashMap<>();
    CommittedTopics now = harness.committed().now();
    harness.topics().all().forEach(topic -> counts.put(topic, now.raw(topic).size()));
    return counts;
  }
}
