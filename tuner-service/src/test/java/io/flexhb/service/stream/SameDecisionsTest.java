package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.TrialStatus;
import io.flexhb.service.Definition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions do not depend on whether a study is in the heap or in the stores. */
class SameDecisionsTest {

  private static final List<String> TWO = List.of("a", "b");
  private static final int STEPS = 200;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void shouldDecideTheSameAfterRestarts(long seed) {
    Run plain = run(new TunerDriver(), List.of("a"), seed, step -> {});
    TunerDriver restarted = new TunerDriver();

    Run other =
        run(
            restarted,
            List.of("a"),
            seed,
            step -> {
              if (step % 13 == 0) {
                restarted.restart();
              }
            });

    assertThat(other.commands()).isEqualTo(plain.commands());
    assertThat(other.journal()).isEqualTo(plain.journal());
    assertThat(plain.journal()).hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @CsvSource({"none, sh, median", "single, asha, none", "hyperband, asha, median"})
  void shouldDecideTheSameAfterRestartsWhateverStopsOrPromotes(
      String brackets, String promotion, String stopping) {
    Run plain = run(new TunerDriver(), composed(brackets, promotion, stopping), step -> {});
    TunerDriver restarted = new TunerDriver();
    Run other =
        run(restarted, composed(brackets, promotion, stopping), step -> restarted.restart());

    assertThat(other.commands()).isEqualTo(plain.commands());
    assertThat(other.journal()).isEqualTo(plain.journal());
    assertThat(plain.journal()).hasSizeGreaterThan(50);
  }

  @Test
  void shouldDiscardEveryPausedTrialOfAStudyThatEnds() {
    String asha = composed("single", "asha", "none");
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", asha);
      RandomRun random = new RandomRun(tuner, List.of("a"), 3);
      Map<Integer, TrialStatus> statuses = new TreeMap<>();
      for (int step = 0; step < STEPS / 2; step++) {
        random.step();
        tuner.views().forEach(view -> statuses.put(view.getTrial(), view.getStatus()));
      }
      assertThat(statuses.values()).contains(TrialStatus.PAUSED, TrialStatus.RUNNING);
      tuner.apply("a", TunerDriver.INCARNATION, RequestedState.CANCELLED, asha);
      tuner.views().forEach(view -> statuses.put(view.getTrial(), view.getStatus()));
      assertThat(statuses.values())
          .doesNotContain(TrialStatus.PAUSED, TrialStatus.RUNNING, TrialStatus.PENDING);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void shouldDecideTheSameWhenTheHeapHoldsOneStudyOfTwo(long seed) {
    Run roomy = run(new TunerDriver(1, 1000), TWO, seed, step -> {});
    TunerDriver cramped = new TunerDriver(1, 1);
    Run other = run(cramped, TWO, seed, step -> {});

    assertThat(other.commands()).isEqualTo(roomy.commands());
    assertThat(other.journal()).isEqualTo(roomy.journal());
    assertThat(other.loaded()).isGreaterThan(20);
    assertThat(roomy.loaded()).isZero();
  }

  @Test
  void shouldNumberTheDecisionsOfEachStudyWithoutGaps() {
    Run run = run(new TunerDriver(1, 1), TWO, 7, step -> {});
    for (String study : TWO) {
      long[] sequences =
          run.entries().stream()
              .filter(entry -> entry.getStudy().equals(study))
              .mapToLong(JournalEntry::getSequence)
              .toArray();
      for (int i = 0; i < sequences.length; i++) {
        assertThat(sequences[i]).isEqualTo(i + 1);
      }
    }
  }

  private record Run(List<Command> commands, List<JournalEntry> entries, double loaded) {

    /** The journal without offsets, which the test driver restarts when it restarts. */
    List<String> journal() {
      return entries.stream()
          .map(
              entry ->
                  entry.getStudy()
                      + entry.getSequence()
                      + entry.getInput()
                      + entry.getFacts()
                      + entry.getReasons())
          .toList();
    }
  }

  private static Run run(
      TunerDriver tuner, List<String> studies, long seed, Consumer<Integer> between) {
    return run(tuner, studies, SameDecisionsTest::definition, seed, between);
  }

  private static Run run(TunerDriver tuner, String definition, Consumer<Integer> between) {
    return run(tuner, List.of("a"), study -> definition, 11, between);
  }

  private static Run run(
      TunerDriver tuner,
      List<String> studies,
      UnaryOperator<String> definition,
      long seed,
      Consumer<Integer> between) {
    try (tuner) {
      RandomRun random = new RandomRun(tuner, studies, seed);
      studies.forEach(study -> tuner.apply(study, definition.apply(study)));
      List<JournalEntry> journal = new ArrayList<>(tuner.journal());
      for (int step = 0; step < STEPS; step++) {
        random.step();
        journal.addAll(tuner.journal());
        between.accept(step);
      }
      return new Run(random.received(), journal, tuner.counted("flexhb.studies.loaded"));
    }
  }

  private static String composed(String brackets, String promotion, String stopping) {
    return patient("a")
        .with("brackets", '"' + brackets + '"')
        .with("promotion", '"' + promotion + '"')
        .with("stopping", '"' + stopping + '"')
        .with("limits", "{\"trials\": 60}")
        .json();
  }

  private static String definition(String study) {
    return patient(study).with("limits", "{\"loops\": 3}").json();
  }

  /** A restart renews leases, which would make a difference; here none ever expires. */
  private static Definition patient(String study) {
    return Definition.small(study)
        .with("resource", "{\"max\": 9, \"eta\": 3}")
        .with("trial", "{\"lease\": \"10h\", \"startTimeout\": \"10h\", \"wait\": \"10h\"}");
  }
}
