package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.TunerService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The present build on the topics and the state that an earlier one has left, with studies alive.
 */
@Timeout(400)
class UpgradeIT {

  private static final String VERSION = "0.1.0";

  @Test
  void shouldGoOnWithTheStudiesOfAnEarlierBuild() {
    try (EarlierBuild earlier = new EarlierBuild(VERSION)) {
      earlier.useStateOf("a");
      goOn(earlier.harness());
    }
  }

  @Test
  void shouldGoOnWithTheChangelogAlone() {
    try (EarlierBuild earlier = new EarlierBuild(VERSION)) {
      goOn(earlier.harness());
    }
  }

  private static void goOn(TunerHarness harness) {
    Map<String, ToyStudy> studies = studies(harness);
    assertThat(studies).containsOnlyKeys("finished", "running", "paused", "asha");
    try (TunerService tuner = harness.startTuner("a")) {
      List<ToyWorkers> workers = new ArrayList<>();
      try (JournalTail running = harness.journal(studies.get("running"));
          JournalTail asha = harness.journal(studies.get("asha"));
          JournalTail paused = harness.journal(studies.get("paused"))) {
        running.until("the earlier journal", () -> running.entries().size() > 100);
        for (String name : List.of("running", "asha", "paused")) {
          workers.add(harness.startWorkers(studies.get(name), 2, Duration.ofMillis(20)));
        }
        goesOn(running);
        goesOn(asha);
        assertThat(StudyAssertions.stored(harness).get("paused").status())
            .isEqualTo(StudyStatus.PAUSED);
        harness.send(
            harness.topics().studies(), "paused", wish(harness, "paused", RequestedState.ACTIVE));
        goesOn(paused);
      } finally {
        workers.forEach(ToyWorkers::close);
      }
      tuner.drain();
    }
    List<StudyState> states =
        StudyAssertions.assertExactlyOnce(harness, List.copyOf(studies.values()));
    assertThat(states).extracting(StudyState::status).contains(StudyStatus.FINISHED);
  }

  /** New trials, trained to their ends: the state is whole. */
  private static void goesOn(JournalTail journal) {
    journal.poll();
    int before = journal.entries().size();
    journal.until("new decisions", () -> journal.entries().size() > before + 60);
  }

  private static Map<String, ToyStudy> studies(TunerHarness harness) {
    Map<String, ToyStudy> studies = new HashMap<>();
    harness
        .committed()
        .inputs()
        .forEach(
            input ->
                input
                    .value()
                    .filter(Study.class::isInstance)
                    .map(Study.class::cast)
                    .ifPresent(study -> studies.put(study.getStudy(), existing(study))));
    return studies;
  }

  private static ToyStudy existing(Study study) {
    UUID incarnation = study.getIncarnation();
    return ToyStudy.existing(study.getStudy(), incarnation);
  }

  private static Study wish(TunerHarness harness, String name, RequestedState state) {
    Study newest =
        harness.committed().inputs().stream()
            .flatMap(input -> input.value().stream())
            .filter(Study.class::isInstance)
            .map(Study.class::cast)
            .filter(study -> study.getStudy().equals(name))
            .reduce((older, newer) -> newer)
            .orElseThrow();
    newest.setRequestedState(state);
    return newest;
  }
}
