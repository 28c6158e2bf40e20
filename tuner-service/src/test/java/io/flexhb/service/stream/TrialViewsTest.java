package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialView;
import io.flexhb.codec.EventCodec;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.DecisionAndState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.service.Definition;
import io.vavr.collection.Vector;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trials topic shows the current state of every trial, without repetition. */
class TrialViewsTest {

  private static final int STEPS = 200;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldShowEveryTrialAsItIs(long seed) {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", definition());
      RandomRun random = new RandomRun(tuner, List.of("a"), seed);
      Optional<StudyState> state = Optional.empty();
      Map<Integer, TrialView> shown = new TreeMap<>();
      for (int step = 0; step < STEPS; step++) {
        for (JournalEntry entry : tuner.journal()) {
          state = after(state, entry);
        }
        for (TrialView view : tuner.views()) {
          TrialView before = shown.put(view.getTrial(), timeless(view));
          assertThat(view).isNotEqualTo(before);
        }
        for (Trial trial : state.map(StudyState::trials).orElse(Vector.empty())) {
          assertThat(shown.get(trial.number()))
              .isEqualTo(timeless(TrialViewCodec.toWire(state.get(), trial, Instant.EPOCH)));
        }
        random.step();
      }
      assertThat(shown).hasSizeGreaterThan(10);
    }
  }

  @Test
  void shouldNotShowThatAnAttemptHasStarted() {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", definition());
      tuner.ask("a", "w", 1);
      var grant = tuner.command();
      assertThat(tuner.views()).hasSize(1);
      tuner.journal();

      tuner.started(grant);

      assertThat(tuner.journal()).hasSize(1);
      assertThat(tuner.views()).isEmpty();
    }
  }

  private static Optional<StudyState> after(Optional<StudyState> state, JournalEntry entry) {
    StudyEvent event =
        EventCodec.event(
            (SpecificRecord) entry.getInput(),
            entry.getTime().toEpochMilli(),
            state.map(StudyState::spec));
    DecisionAndState decided = StudyEngine.decideAndApply(state, event);
    return decided.after();
  }

  /** The same view, without the decision that wrote it. */
  private static TrialView timeless(TrialView view) {
    view.setDecision(0);
    view.setUpdatedAt(Instant.EPOCH);
    return view;
  }

  private static String definition() {
    return Definition.small("a")
        .with("resource", "{\"max\": 9, \"eta\": 3}")
        .with("limits", "{\"loops\": 3}")
        .with("trial", "{\"lease\": \"10h\", \"startTimeout\": \"10h\", \"wait\": \"10h\"}")
        .json();
  }
}
