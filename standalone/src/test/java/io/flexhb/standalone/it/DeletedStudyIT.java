package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.TrialEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.TunerService;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A study is deleted and created again while a worker of the old one still sends records. */
@Timeout(600)
class DeletedStudyIT {

  private static final double TOO_GOOD = -100;

  private final ToyStudy old = ToyStudy.named("again").with("limits", "{\"budget\": 60}");
  private final ToyStudy anew = old.again();

  @Test
  void shouldKeepTheNewStudyFromTheOldWorkersAndLeaveNothingOfTheOld() {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        HandWorker ofTheOld = new HandWorker(harness, old, "old")) {
      harness.apply(old);
      Command grant = ofTheOld.ask();
      ofTheOld.started(grant);

      harness.wish(old, RequestedState.DELETED);
      ofTheOld.next("to be stopped", c -> c.getKind() == CommandKind.STOP);
      harness.apply(anew);
      ofTheOld.report(grant, 1, TOO_GOOD);
      try (ToyWorkers workers = harness.startWorkers(anew, 2, Duration.ofMillis(5));
          JournalTail journal = harness.journal(anew)) {
        journal.until("the new study", () -> journal.entries().size() > 10);
        ofTheOld.report(grant, 2, TOO_GOOD);
        journal.untilOver();
        workers.awaitReleased();
      }
      StudyState state = StudyAssertions.assertExactlyOnce(harness, anew);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      theOldWorkerWasNotHeard(harness, state);
      theOldIsErased(harness);

      harness.wish(anew, RequestedState.DELETED);
      Await.until(() -> "left over: " + leftOver(harness), () -> leftOver(harness).isEmpty());
      assertThat(tuner.failure()).isEmpty();
    }
  }

  private void theOldWorkerWasNotHeard(TunerHarness harness, StudyState state) {
    assertThat(state.trials().flatMap(t -> t.levels()))
        .allSatisfy(level -> assertThat(level.value()).isNotEqualTo(TOO_GOOD));
    assertThat(harness.committed().decisions())
        .filteredOn(
            d -> d.value().filter(e -> e.getIncarnation().equals(anew.incarnation())).isPresent())
        .noneMatch(
            d ->
                d.value().orElseThrow().getInput() instanceof TrialEvent event
                    && event.getIncarnation().equals(old.incarnation()));
  }

  /** The new study uses the keys of the old one, so each old record must be followed by a null. */
  private void theOldIsErased(TunerHarness harness) {
    Set<String> open = new TreeSet<>();
    harness
        .committed()
        .decisions()
        .forEach(
            d -> {
              if (d.value().isEmpty()) {
                open.remove(d.key());
              } else if (d.value().get().getIncarnation().equals(old.incarnation())) {
                open.add(d.key());
              } else {
                assertThat(open).as("decisions that are not erased before the new").isEmpty();
              }
            });
    assertThat(open).as("decisions that are not erased").isEmpty();
    Set<String> views = new TreeSet<>();
    harness
        .committed()
        .trials()
        .forEach(
            t -> {
              if (t.value().isEmpty()) {
                views.remove(t.key());
              } else if (t.value().get().getIncarnation().equals(old.incarnation())) {
                views.add(t.key());
              } else {
                assertThat(views).as("views that are not erased before the new").isEmpty();
              }
            });
    assertThat(views).as("views that are not erased").isEmpty();
  }

  /** Keys, by topic, whose newest record is not a tombstone; the stores' changelogs too. */
  private static Map<String, Set<String>> leftOver(TunerHarness harness) {
    Map<String, Set<String>> left = new LinkedHashMap<>();
    for (String topic : compacted(harness)) {
      Set<String> keys = new TreeSet<>();
      for (ConsumerRecord<String, byte[]> record : harness.committed().raw(topic)) {
        if (record.value() == null) {
          keys.remove(record.key());
        } else {
          keys.add(record.key());
        }
      }
      // Up to where the inputs were used is no study's: it stays.
      keys.removeIf(key -> harness.topics().inputs().stream().anyMatch(key::endsWith));
      if (!keys.isEmpty()) {
        left.put(topic, keys);
      }
    }
    return left;
  }

  private static List<String> compacted(TunerHarness harness) {
    String application = harness.config("a").shown().get("flexhb.application.id");
    try (Admin admin = harness.broker().admin()) {
      List<String> changelogs =
          admin.listTopics().names().get().stream()
              .filter(name -> name.startsWith(application) && name.endsWith("-changelog"))
              .toList();
      assertThat(changelogs).isNotEmpty();
      List<String> topics = new java.util.ArrayList<>(changelogs);
      topics.add(harness.topics().studies());
      topics.add(harness.topics().decisions());
      topics.add(harness.topics().trials());
      return topics;
    } catch (InterruptedException | ExecutionException trouble) {
      throw new AssertionError(trouble);
    }
  }
}
