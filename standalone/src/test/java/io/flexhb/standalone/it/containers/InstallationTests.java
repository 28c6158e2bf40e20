package io.flexhb.standalone.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.KafkaForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.ToyWorkers;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.it.TunerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds on every broker and every registry. */
@Timeout(180)
abstract class InstallationTests {

  /** Brokers of this environment. */
  abstract KafkaForTests kafka();

  /** Address of a real registry with Confluent's API. */
  abstract String registry();

  private TunerHarness harness() {
    return TunerHarness.on(kafka(), Map.of("schema.registry.url", registry()));
  }

  @Test
  void shouldTuneAStudyExactlyOnce() {
    ToyStudy study = ToyStudy.named("whole");
    try (TunerHarness harness = harness();
        TunerService tuner = harness.startTuner("a");
        ToyWorkers workers = harness.startWorkers(study, 4, Duration.ZERO);
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      journal.untilOver();
      workers.awaitReleased();

      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      StudyAssertions.assertNoAttemptWasLost(journal);
      StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldGoOnAsIfNothingHappenedWhenItsTunerIsKilled() {
    ToyStudy study = ToyStudy.named("killed");
    try (TunerHarness harness = harness()) {
      TunerProcess tuner = harness.startTunerProcess("a");
      harness.awaitTopics();
      try (ToyWorkers workers = harness.startWorkers(study, 4, Duration.ofMillis(50));
          JournalTail journal = harness.journal(study)) {
        harness.apply(study);
        journal.until("the first decisions", () -> journal.entries().size() > 5);
        tuner.kill();
        tuner = harness.startTunerProcess("a");
        journal.untilOver();
        workers.awaitReleased();

        StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
        StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
      } finally {
        tuner.close();
      }
    }
  }

  @Test
  void shouldRegisterItsSchemasUnderTheNamesOfTheTopics() throws Exception {
    try (TunerHarness harness = harness();
        TunerService tuner = harness.startTuner("a")) {
      String prefix = harness.topics().decisions().replaceFirst("decisions.*", "");
      Await.until(
          () -> "no schema of " + prefix + " in " + registry(),
          () -> subjects().stream().anyMatch(subject -> subject.startsWith(prefix)));

      assertThat(subjects())
          .contains(
              harness.topics().decisions() + "-value", harness.topics().commands() + "-value");
      assertThat(tuner.failure()).isEmpty();
    }
  }

  private List<String> subjects() {
    try {
      JsonNode answer =
          new ObjectMapper()
              .readTree(
                  HttpClient.newHttpClient()
                      .send(
                          HttpRequest.newBuilder(URI.create(registry() + "/subjects")).build(),
                          BodyHandlers.ofString())
                      .body());
      List<String> subjects = new ArrayList<>();
      answer.forEach(subject -> subjects.add(subject.asText()));
      return subjects;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
