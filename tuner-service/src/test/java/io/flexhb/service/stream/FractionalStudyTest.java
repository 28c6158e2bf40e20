package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialView;
import io.flexhb.service.Definition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A study that counts in steps of 0.1: records have whole units and the size of one. */
class FractionalStudyTest {

  private static final String DEFINITION =
      Definition.small("a").with("resource", "{\"max\": 0.3, \"min\": 0.1, \"step\": 0.1}").json();

  @Test
  void shouldSayWhatAUnitIsAndCountInWholeOnes() {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", DEFINITION);
      tuner.ask("a", "w", 1);
      Command grant = tuner.command();

      assertThat(grant.getUntilResource()).isEqualTo(1);
      assertThat(grant.getResourceStep()).isEqualTo(0.1);
      tuner.report(grant, 1, 0.5);

      List<TrialView> views = tuner.views();
      TrialView view = views.get(views.size() - 1);
      assertThat(view.getResource()).isEqualTo(1);
      assertThat(view.getResourceStep()).isEqualTo(0.1);
      assertThat(view.getReason()).startsWith("paused at resource 0.1: ");
      assertThat(tuner.counted("flexhb.study.values", "study", "a")).isEqualTo(1);
    }
  }

  @Test
  void shouldSayNothingOfUnitsWhereOnesAreCounted() {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", Definition.small("a").json());
      tuner.ask("a", "w", 1);

      assertThat(tuner.command().getResourceStep()).isNull();
      assertThat(tuner.views()).allMatch(view -> view.getResourceStep() == null);
    }
  }

  @Test
  void shouldKeepTheStepOfAGrantThatIsRepeatedAfterARestart() {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", DEFINITION);
      tuner.ask("a", "w", 1);
      Command grant = tuner.command();
      tuner.restart();

      tuner.ask("a", "w", 1);

      Command again = tuner.command();
      assertThat(again.getId()).isEqualTo(grant.getId());
      assertThat(again.getResourceStep()).isEqualTo(0.1);
    }
  }

  @Test
  void shouldAnswerAReportBetweenTwoStepsAndShowWhy() {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", DEFINITION);
      tuner.ask("a", "w", 1);
      Command grant = tuner.command();
      tuner.started(grant);
      tuner.journal();
      tuner.views();

      TrialEvent between = TunerDriver.event(grant, TrialEventKind.METRICS, grant.getId());
      between.setReportedResource("0.05");
      between.setValues(Map.of());
      tuner.send(TunerDriver.TOPICS.metrics(), "a", between);

      Command answer = tuner.command();
      assertThat(answer.getKind()).isEqualTo(CommandKind.REJECTED);
      assertThat(answer.getReason()).contains("resource 0.05").contains("report 0.1");
      assertThat(tuner.views()).singleElement().satisfies(this::showsTheRejection);
      JournalEntry entry = tuner.journal().get(0);
      assertThat(((TrialEvent) entry.getInput()).getReportedResource()).isEqualTo("0.05");
      assertThat(entry.getReasons()).anyMatch(reason -> reason.getRule().equals("rejected"));
    }
  }

  private void showsTheRejection(TrialView view) {
    assertThat(view.getRejection()).contains("resource 0.05");
  }
}
