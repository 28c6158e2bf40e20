package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.Patience;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.state.Progress;
import io.flexhb.core.study.state.TrialStatus;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Studies that count in steps of 0.1: decided as in ones, told in what the user counts. */
class FractionalCasesTest {
  private static final long STALL = 5_000;
  private static final Patience PATIENCE = new Patience(3, 1000, 1000, 1000, STALL, 1000);

  private static StudySpec spec(String step) {
    return Specs.of(9, 3).patience(PATIENCE).step(step).spec();
  }

  private final Conversation c = new Conversation(spec("0.1"));

  @Test
  void shouldDecideAsInOnesAndTellInTheUsersUnit() {
    Conversation ones = new Conversation(spec("1"));
    Pattern whole = Pattern.compile("at resource [1-9]|goes on to [1-9]|until [1-9]");
    for (int trial = 0; trial < 9; trial++) {
      assertThat(c.train("A", trial + 1, trial)).isEqualTo(ones.train("A", trial + 1, trial));
      assertThat(c.last().reasons()).noneMatch(reason -> whole.matcher(reason.text()).find());
    }

    assertThat(c.transcript()).isEqualTo(ones.transcript());
    assertThat(c.trial(0).reason()).isEqualTo("kept: rank 1 of 9 at resource 0.1, goes on to 0.3");
    assertThat(c.trial(8).reason()).contains("at resource 0.1");
    assertThat(c.last().reasons())
        .filteredOn(reason -> reason.values().containsKey("level"))
        .isNotEmpty()
        .allMatch(reason -> reason.values().get("level").equals("0.1"));
    assertThat(c.state().brackets().get(0).plan().text(spec("0.1").step()))
        .isEqualTo("9@0.1 → 3@0.3 → 1@0.9");
  }

  @Test
  void shouldLeaveOutAReportBetweenTwoStepsAndSaySoOnce() {
    c.ask("A", 1);
    c.started("A", 0, 1);

    assertThat(between("0.05")).containsExactly("A: REJECTED trial 0 attempt 1");
    assertThat(c.last().reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.text())
                    .isEqualTo(
                        "trial 0 reported resource 0.05, which is no multiple of resource.step 0.1:"
                            + " the report is left out, nothing is rounded; report 0.1"));
    assertThat(c.trial(0).progress().flatMap(Progress::rejection).orElseThrow())
        .contains("resource 0.05");
    assertThat(c.trial(0).levels()).isEmpty();
    assertThat(between("0.06")).as("the second is counted").isEmpty();
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);

    c.report("A", 0, 1, 1, 0.5);
    assertThat(c.trial(0).levels()).hasSize(1);
  }

  @Test
  void shouldFailATrialOfWhichNothingElseComes() {
    c.ask("A", 1);
    c.started("A", 0, 1);
    between("0.05");
    c.at(STALL);

    assertThat(between("0.15")).contains("A: STOP trial 0 attempt 1");
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.trial(0).reason())
        .contains("granted up to 0.1")
        .contains("multiples of 0.1")
        .contains("resource 0.05");
  }

  @Test
  void shouldTellAFractionOfAnEpochWhereOnesAreCounted() {
    Conversation ones = new Conversation(spec("1"));
    ones.ask("A", 1);
    ones.started("A", 0, 1);

    assertThat(between(ones, "0.5")).containsExactly("A: REJECTED trial 0 attempt 1");
    assertThat(ones.reason(0))
        .isEqualTo(
            "trial 0 reported resource 0.5, which is no whole number: the report is left out,"
                + " nothing is rounded; report 1, or make a study with a resource.step");
  }

  private List<String> between(String resource) {
    return between(c, resource);
  }

  private static List<String> between(Conversation c, String resource) {
    return c.report(
        "A",
        0,
        1,
        c.trial(0).resource(),
        new Metric.BetweenSteps(new BigDecimal(resource)),
        c.seen(0),
        java.util.Optional.empty());
  }
}
