package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.TrialView;
import io.flexhb.client.ApplyOptions;
import io.flexhb.client.ApplyResult;
import io.flexhb.client.EnqueueResult;
import io.flexhb.client.InvalidRequestException;
import io.flexhb.client.JournalReader;
import io.flexhb.client.NoAnswerException;
import io.flexhb.client.RequestRefusedException;
import io.flexhb.client.StateResult;
import io.flexhb.client.StatusView;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.client.StudyDefinition;
import io.flexhb.service.TunerService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A platform runs studies with nothing but the client library. */
@Timeout(300)
class PlatformIT {
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final ApplyOptions OPTIONS = ApplyOptions.defaults().withTimeout(WAIT);

  @Test
  void shouldTakeAStudyFromItsDefinitionToItsBestTrial() {
    ToyStudy toy = ToyStudy.named("platform");
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        StudyClient client = StudyClient.connect(config(harness))) {
      ApplyResult applied = client.apply(StudyDefinition.ofJson(toy.definition()), OPTIONS);
      ApplyResult again = client.apply(StudyDefinition.ofJson(toy.definition()), OPTIONS);
      EnqueueResult enqueued =
          client.enqueue("platform", List.of(Map.of("x", 0.5, "y", 0.25)), 1, WAIT);
      EnqueueResult twice =
          client.enqueue("platform", List.of(Map.of("x", 0.5, "y", 0.25)), 1, WAIT);

      assertThat(applied.effect()).isEqualTo(ApplyResult.Effect.CREATED);
      assertThat(applied.decision()).hasValue(1);
      assertThat(again.effect()).isEqualTo(ApplyResult.Effect.UNCHANGED);
      assertThat(enqueued.sent()).isEqualTo(1);
      assertThat(enqueued.decision()).isPresent();
      assertThat(twice).isEqualTo(new EnqueueResult(0, 1, java.util.OptionalLong.empty()));

      Study study = client.study("platform");
      try (JournalReader journal = client.journal(study);
          ToyWorkers workers = harness.startWorkers(toy, 2, Duration.ZERO)) {
        List<JournalEntry> entries = new ArrayList<>(journal.readToEnd());
        while (!StatusView.of(entries).isFinished()) {
          entries.addAll(journal.poll());
        }
        workers.awaitReleased();

        assertThat(entries).isEqualTo(client.decisions(study).subList(0, entries.size()));
        assertThat(entries.get(0).getSequence()).isEqualTo(1);
      }
      TrialView best = client.best(study).orElseThrow();
      assertThat(client.trials(study)).contains(best);
      assertThat(client.trials(study).get(0).getConfiguration().getValues())
          .isEqualTo(Map.of("x", 0.5, "y", 0.25));
      assertThat(client.statuses()).containsEntry(study.getIncarnation(), client.status(study));
      assertThat(client.request("platform", RequestedState.DELETED, WAIT))
          .isEqualTo(StateResult.DONE);
      assertThat(client.find("platform")).isEmpty();
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldTellWhatCannotBe() {
    ToyStudy toy = ToyStudy.named("refused");
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        StudyClient client = StudyClient.connect(config(harness))) {
      try (TunerService tuner = harness.startTuner("a")) {
        assertThatThrownBy(() -> client.study("refused"))
            .isInstanceOf(RequestRefusedException.class)
            .hasMessageContaining("there is no study 'refused'");
        assertThatThrownBy(() -> client.find("no name"))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("use 1 to 100 of the characters");
        client.apply(StudyDefinition.ofJson(toy.definition()), OPTIONS);
        assertThatThrownBy(
                () ->
                    client.apply(
                        StudyDefinition.ofJson(toy.with("seed", "8").definition()), OPTIONS))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("these settings cannot change; nothing was sent")
            .hasMessageContaining("seed");
        assertThatThrownBy(() -> client.enqueue("refused", List.of(Map.of("x", 7)), 1, WAIT))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("configuration 1: x: must be");
        assertThat(client.request("refused", RequestedState.PAUSED, WAIT))
            .isEqualTo(StateResult.DONE);
        assertThat(client.request("refused", RequestedState.PAUSED, WAIT))
            .isEqualTo(StateResult.ALREADY);
        assertThat(tuner.failure()).isEmpty();
      }
      assertThatThrownBy(
              () -> client.request("refused", RequestedState.ACTIVE, Duration.ofSeconds(1)))
          .isInstanceOf(NoAnswerException.class)
          .hasMessageContaining("is not active after 1 s");
      assertThat(client.request("refused", RequestedState.CANCELLED, Duration.ZERO))
          .isEqualTo(StateResult.SENT);
    }
  }

  private static StudyClientConfig config(TunerHarness harness) {
    Map<String, String> settings = harness.settings("a");
    return StudyClientConfig.builder(
            settings.get("bootstrap.servers"), settings.get("schema.registry.url"))
        .topicPrefix(settings.get("topic.prefix"))
        .build();
  }
}
