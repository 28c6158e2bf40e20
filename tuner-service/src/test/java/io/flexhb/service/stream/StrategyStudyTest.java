package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialView;
import io.flexhb.service.Definition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The history that a strategy uses is in the store, so that a restart changes nothing. */
class StrategyStudyTest {

  @Test
  void shouldCountWhatWasReportedBeforeARestart() {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply(
          "a",
          Definition.small("a")
              .with(
                  "objective",
                  "{\"metric\": \"loss\", \"direction\": \"maximize\", \"strategy\":"
                      + " \"mean-of-last-2\"}")
              .with("resource", "{\"max\": 9, \"min\": 3}")
              .json());
      tuner.ask("a", "w", 1);
      Command grant = tuner.command();
      tuner.report(grant, 1, 100);
      tuner.report(grant, 2, 1);
      tuner.restart();
      tuner.journal();
      tuner.views();

      tuner.report(grant, 3, 0.5);

      List<TrialView> views = tuner.views();
      assertThat(views.get(views.size() - 1).getValues()).containsEntry("3", 0.75);
      JournalEntry entry = tuner.journal().get(0);
      assertThat(entry.getFacts())
          .anySatisfy(
              fact -> {
                assertThat(fact.getType()).isEqualTo("ObjectiveReported");
                assertThat(fact.getFields()).containsEntry("value", "-0.5");
              });
      assertThat(entry.getReasons())
          .anyMatch(
              reason ->
                  reason.getText().startsWith("loss = 0.75 counts at resource 3: the mean of its"));
    }
  }
}
