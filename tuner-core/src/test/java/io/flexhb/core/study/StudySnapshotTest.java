package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Brackets 3@1→1@3 and 2@3, over and over. */
class StudySnapshotTest {
  private static final StudySpec SPEC = Specs.of(3, 3).sampler("fgf").loops(20).spec();
  private static final Configuration NEXT = Configuration.of(Map.of("x", 1.0, "y", 2.0, "z", 3.0));

  private final Conversation c = new Conversation(SPEC);

  @Test
  void shouldCountTrialsInTrainingAsRunningAndPausedOnesNot() {
    c.train("A", 1, 0.9);
    c.ask("A", 2);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PAUSED);

    assertThat(StudySnapshot.measurements(c.state()).running())
        .containsExactly(encoded(c.trial(1).configuration()));
  }

  @Test
  void shouldCountAPreparedSuggestionAsRunningUntilItIsStale() {
    trainABracket();
    c.on(
        new StudyEvent.SuggestionArrived(
            0, Conversation.INCARNATION, 0, List.of(NEXT), 1, new TreeMap<>()));
    assertThat(StudySnapshot.measurements(c.state()).running()).containsExactly(encoded(NEXT));

    c.ask("B", 1);
    c.ask("C", 1);
    c.report("B", 3, 1, 3, 0.1);
    assertThat(StudySnapshot.measurements(c.state()).running()).isEmpty();
  }

  @Test
  void shouldTakeWeightsFromTheTrialsOfClosedBrackets() {
    c.train("A", 1, 0.9);
    assertThat(belowHorizon()).containsExactly(0, 0);
    c.train("A", 2, 0.8);
    c.train("A", 3, 0.7);
    c.report("A", 2, 1, 3, 0.7);
    assertThat(belowHorizon()).containsExactly(3, 1);
    c.on(
        new StudyEvent.SuggestionArrived(
            0, Conversation.INCARNATION, 0, List.of(NEXT), 1, new TreeMap<>()));
    c.train("A", 4, 0.6);
    assertThat(belowHorizon()).as("the second bracket is open").containsExactly(3, 1);
  }

  private List<Integer> belowHorizon() {
    Measurements learnt = StudySnapshot.measurements(c.state()).belowWeightHorizon();
    return learnt.levels().stream().map(LevelData::size).toList();
  }

  private void trainABracket() {
    for (int trial = 0; trial < 3; trial++) {
      c.train("A", trial + 1, 1.0 - trial / 10.0);
    }
    c.report("A", 2, 1, 3, 0.7);
  }

  private static double[] encoded(Configuration configuration) {
    return new Encoder(SPEC.space()).encode(configuration);
  }
}
