package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Patience;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases "waiting and stuck" of users of other tuners. */
class StuckCasesTest {
  private static final StudySpec SPEC = Specs.of(9, 3).spec();

  @Test
  void shouldJudgeATrialThatJumpedOverItsRungByItsFirstReportPastIt() {
    Conversation c = new Conversation(Specs.of(9, 3).brackets(Method.Brackets.HYPERBAND).spec());
    for (int i = 0; i < 9; i++) {
      c.ask("A", i);
      c.report("A", i, 1, i == 4 ? 4 : 1, 1 + i);
    }
    assertThat(c.trial(4).valueAt(1)).hasValue(5.0);
    assertThat(c.trial(4).valueAt(3)).hasValue(5.0);
    assertThat(c.trial(4).measuredAt(1)).isEmpty();
    assertThat(c.trial(4).measuredAt(3)).hasValue(5.0);
    assertThat(c.state().brackets().get(0).rung()).isEqualTo(1);
  }

  /** It has its value at the next rung already: nothing is granted for it again. */
  @Test
  void shouldNotTrainAgainWhatATrialJumpedOver() {
    Conversation c = new Conversation(SPEC);
    for (int i = 0; i < 9; i++) {
      c.ask("A", i);
      c.report("A", i, 1, i == 0 ? 4 : 1, 1 + i);
    }
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PAUSED);
    assertThat(c.trial(0).rung()).isEqualTo(1);
    assertThat(c.state().brackets().get(0).waiting()).isEqualTo(2);
  }

  @Test
  void shouldApplyReportsOfOnePollInOrderAndDecideOnce() {
    Conversation c = new Conversation(Specs.of(9, 3).trials(1).spec());
    c.ask("A", 1);
    assertThat(c.report("A", 0, 1, 1, 0.5))
        .containsExactly("A: CONTINUE trial 0 attempt 1, from 1 until 3");
    assertThat(c.report("A", 0, 1, 2, 0.4)).isEmpty();
    assertThat(c.report("A", 0, 1, 3, 0.3))
        .containsExactly("A: CONTINUE trial 0 attempt 1, from 3 until 9");
    assertThat(c.report("A", 0, 1, 3, 0.3)).isEmpty();
  }

  @Test
  void shouldGoOnWithoutATrialThatFellSilentForGood() {
    Conversation c =
        new Conversation(
            Specs.of(3, 3).patience(new Patience(2, 1000, 1000, 1000, 600_000, 1000)).spec());
    c.ask("silent", 1);
    c.started("silent", 0, 1);
    c.train("B", 1, 0.2);
    c.train("B", 2, 0.3);
    c.expired(new LeaseKey.OfAttempt(0, 1));
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.trial(0).reason())
        .isEqualTo("attempt 1 lost: worker slot silent/0 fell silent; tried again from 0");
    c.ask("silent", 2);
    assertThat(c.grant().trial()).isZero();
    c.started("silent", 0, 2);
    c.expired(new LeaseKey.OfAttempt(0, 2));
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
    assertThat(c.trial(0).reason())
        .isEqualTo("failed after 2 attempt(s): worker slot silent/0 fell silent");
    assertThat(c.trial(1).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.trial(1).reason()).isEqualTo("kept: rank 1 of 2 at resource 1, goes on to 3");
  }

  @Test
  void shouldCloseTheBracketWhenNoTrialOfItLives() {
    Conversation c =
        new Conversation(
            Specs.of(3, 3).patience(new Patience(1, 1000, 1000, 1000, 600_000, 1000)).spec());
    for (int i = 0; i < 3; i++) {
      c.ask("A", i);
      c.ended("A", i, 1, EndReason.FAILED);
      assertThat(c.trial(i).reason())
          .isEqualTo("failed after 1 attempt(s): the trainer failed: out of memory");
    }
    assertThat(c.state().brackets().get(0).closed()).isTrue();
    c.ask("A", 4);
    assertThat(c.grant().untilResource()).isEqualTo(3);
  }

  @Test
  void shouldFinishWhenTheSpaceIsExhausted() {
    SearchSpace three = SearchSpace.of(List.of(OrdinalParameter.of("x", 1, 2, 3))).orElseThrow();
    Conversation c = new Conversation(Specs.of(9, 3).space(three).spec());
    for (int i = 0; i < 3; i++) {
      c.train("A", i, 1 + i);
    }
    c.ask("A", 9);
    assertThat(c.state().trials()).hasSize(3);
    while (!c.state().status().isOver()) {
      Command.Grant grant = c.grant();
      c.report("A", grant.trial(), grant.attempt(), grant.untilResource(), 0.5);
      if (c.grants().findAny().isEmpty()) {
        c.ask("A", c.state().sequence() + 100);
      }
    }
    assertThat(c.state().statusReason()).isEqualTo("the search space is exhausted");
    assertThat(c.state().best()).isPresent();
  }
}
