package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.service.Definition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a study lies, in the heap or in the stores, makes no difference to what is decided. */
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

    /** Without offsets, which the test driver counts anew when it restarts. */
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
    try (tuner) {
      RandomRun random = new RandomRun(tuner, studies, seed);
      studies.forEach(study -> tuner.apply(study, definition(study)));
      List<JournalEntry> journal = new ArrayList<>(tuner.journal());
      for (int step = 0; step < STEPS; step++) {
        random.step();
        journal.addAll(tuner.journal());
        between.accept(step);
      }
      return new Run(random.heard(), journal, tuner.counted("flexhb.studies.loaded"));
    }
  }

  /** Leases start anew at a restart, which would show; here none is ever lost. */
  private static String definition(String study) {
    return Definition.small(study)
        .with("resource", "{\"max\": 9, \"eta\": 3}")
        .with("limits", "{\"loops\": 3}")
        .with("trial", "{\"lease\": \"10h\", \"startTimeout\": \"10h\", \"wait\": \"10h\"}")
        .json();
  }
}
