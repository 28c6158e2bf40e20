package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.AsynchronousRungs;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Finished studies that are applied with other limits, and those that are closed. */
class ReopeningTest {

  @Test
  void shouldGoOnWithWhatTheBudgetHadCutOff() {
    Conversation c = new Conversation(Specs.of(3, 3).budget(4).spec());
    for (int i = 0; i < 3; i++) {
      c.train("A", i, 1 + i);
    }
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(c.ask("A", 3)).containsExactly("A: RELEASE");

    assertThat(c.apply(RequestedState.ACTIVE, Specs.of(3, 3).budget(20).spec())).isEmpty();

    assertThat(c.rejection()).isEmpty();
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    assertThat(c.state().statusReason()).isEqualTo("re-opened: limits.budget: was 4, becomes 20");
    assertThat(c.last().reasons())
        .last()
        .extracting(Reason::text)
        .isEqualTo(
            "study is ACTIVE, re-opened: limits.budget: was 4, becomes 20; it had finished: the"
                + " budget of 4 is used up");
    assertThat(c.state().pools().at(1).size()).isEqualTo(3);
    assertThat(c.ask("B", 1))
        .as("anew")
        .containsExactly("B: START trial 3 attempt 1, from 0 until 3");
    assertThat(c.ask("A", 3)).as("the same again").hasSize(1).doesNotContain("A: RELEASE");
  }

  /** Each of nine trials at 1 has its value, the best go on and one of them trains. */
  private static Conversation untilTheDeadline(StudySpec spec) {
    Conversation c = new Conversation(spec);
    for (int i = 0; i < 9; i++) {
      c.train("W", 1 + i, 0.1 * i);
    }
    c.ask("W", 10);
    c.started("W", 0, 2);
    c.ask("idle", 1);
    c.report("idle", c.grant().trial(), c.grant().attempt(), 3, 0.7);
    c.ask("idle", 2);
    c.on(
        new StudyEvent.CheckpointSaved(
            0,
            Conversation.ref(0, 2),
            Conversation.slot("W"),
            c.seen(0),
            new Checkpoint(2, "c0@2")));
    c.at(1000);
    return c;
  }

  @Test
  void shouldKeepBracketsPoolsAndTrialsThroughAnEndAndARestart() {
    Conversation c = untilTheDeadline(Specs.of(9, 3).loops(9).deadline(1000).spec());
    StudyState before = c.state();
    assertThat(before.trials()).extracting(Trial::status).contains(TrialStatus.PAUSED);

    assertThat(c.expired(new LeaseKey.OfStudy()))
        .containsExactlyInAnyOrder("W: STOP trial 0 attempt 2", "idle: STOP trial 2 attempt 2");

    assertThat(c.state().open()).isEqualTo(before.open());
    assertThat(c.state().brackets()).isEqualTo(before.brackets());
    assertThat(c.state().pools()).isEqualTo(before.pools());
    assertThat(c.state().slotTable().slots()).isEmpty();
    assertThat(c.leases().keys()).isEmpty();
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(restored(c.state())).isEqualTo(c.state());

    assertThat(c.heartbeat("W", 0, 2, ""))
        .as("the STOP was lost")
        .containsExactly("W: STOP trial 0 attempt 2");
    c.report("W", 0, 2, 3, 0.05);
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    c.at(2000);
    c.apply(RequestedState.ACTIVE, Specs.of(9, 3).loops(9).deadline(5000).spec());
    assertThat(c.leases().keys()).containsExactly(new LeaseKey.OfStudy());
    assertThat(restored(c.state())).isEqualTo(c.state());
    assertThat(c.ask("W", 11))
        .containsExactly("W: CONTINUE trial 0 attempt 3, from 2 until 3, c0@2");
  }

  @Test
  void shouldReopenAStudyOfEachLimit() {
    StudySpec trials = Specs.of(3, 3).trials(2).spec();
    Conversation c = new Conversation(trials);
    finish(c);
    assertThat(c.state().statusReason()).isEqualTo("2 trial(s) were created");
    reopened(c, Specs.of(3, 3).trials(9).spec());

    c = new Conversation(Specs.of(3, 3).loops(1).spec());
    finish(c);
    assertThat(c.state().statusReason()).isEqualTo("1 loop(s) are done");
    reopened(c, Specs.of(3, 3).loops(2).spec());
    finish(c);
    reopened(c, Specs.of(3, 3).loops(3).spec());

    c = new Conversation(Specs.of(3, 3).loops(9).target(0.3).spec());
    finish(c);
    assertThat(c.state().statusReason()).isEqualTo("the target is reached");
    reopened(c, Specs.of(3, 3).loops(9).target(0.01).spec());
  }

  /** The same id is the same command: another end has another reason. */
  @Test
  void shouldReleaseUnderAnIdOfItsOwnAtEachEnd() {
    Conversation c = new Conversation(Specs.of(3, 3).loops(1).spec());
    finish(c);
    Command first = released(c);
    assertThat(released(c)).isEqualTo(first);
    assertThat(first.id()).isEqualTo("release:" + Conversation.slot("late") + ":7");

    reopened(c, Specs.of(3, 3).loops(2).spec());
    finish(c);
    Command second = released(c);
    c.apply(RequestedState.CLOSED, c.state().spec());
    Command closed = released(c);

    assertThat(List.of(first, second, closed)).extracting(Command::id).doesNotHaveDuplicates();
    assertThat(List.of(first, second, closed)).extracting(Command::reason).doesNotHaveDuplicates();
  }

  private static Command released(Conversation c) {
    assertThat(c.ask("late", 7)).containsExactly("late: RELEASE");
    return c.last().commands().get(0);
  }

  @Test
  void shouldGoOnWithPausedTrialsOfAsynchronousPromotion() {
    Specs asha = Specs.of(9, 3).promotion(Method.Promotion.ASHA);
    Conversation c = new Conversation(asha.budget(9).spec());
    finish(c);
    AsynchronousRungs rungs = c.state().rungs();
    assertThat(c.state().trials()).extracting(Trial::status).contains(TrialStatus.PAUSED);
    assertThat(restored(c.state())).isEqualTo(c.state());

    reopened(c, asha.budget(100).spec());

    assertThat(c.state().rungs()).isEqualTo(rungs);
    finish(c);
    assertThat(c.state().trials().size()).isGreaterThan(9);
    assertThat(c.state().trials().filter(t -> t.status() == TrialStatus.COMPLETED).size())
        .isGreaterThan(1);
  }

  @Test
  void shouldRefuseWhatAnotherLimitEnded() {
    Conversation c = new Conversation(Specs.of(3, 3).budget(4).spec());
    finish(c);
    StudyState over = c.state();

    c.apply(RequestedState.ACTIVE, Specs.of(3, 3).budget(5).spec());
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    assertThat(c.last().rejection().orElseThrow().message())
        .isEqualTo(
            "study study stays FINISHED: the budget of 5 is used up; only a larger limit of that"
                + " kind re-opens it");
    c.apply(RequestedState.PAUSED, c.state().spec());
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    c.apply(RequestedState.CANCELLED, c.state().spec());
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    c.apply(RequestedState.ACTIVE, c.state().spec());
    assertThat(c.rejection()).as("what it was created with").isEmpty();
    c.apply(RequestedState.ACTIVE, Specs.of(9, 3).budget(50).spec());
    assertThat(c.rejection()).as("another resource").contains(Rejection.Kind.INVALID);
    assertThat(c.state()).isEqualTo(over);
  }

  @Test
  void shouldRefuseAStudyWhoseSpaceIsExhausted() {
    Conversation c = new Conversation(few(9));
    finish(c);
    assertThat(c.state().exhausted()).isPresent();

    c.apply(RequestedState.ACTIVE, few(99));

    assertThat(c.last().rejection().orElseThrow().message())
        .startsWith("study study stays FINISHED: ")
        .endsWith("no limit changes that");
  }

  private static StudySpec few(int loops) {
    SearchSpace space =
        SearchSpace.of(List.of(OrdinalParameter.of("x", 1, 2), OrdinalParameter.of("y", 1, 2)))
            .orElseThrow();
    return Specs.of(3, 3).space(space).loops(loops).spec();
  }

  @Test
  void shouldNotReopenWhatIsCancelledOrClosed() {
    for (RequestedState end : List.of(RequestedState.CANCELLED, RequestedState.CLOSED)) {
      Conversation c = new Conversation(Specs.of(3, 3).budget(4).spec());
      if (end == RequestedState.CLOSED) {
        finish(c);
      }
      c.apply(end, c.state().spec());
      StudyState over = c.state();
      assertThat(over.status()).hasToString(end.toString());

      c.apply(RequestedState.ACTIVE, Specs.of(3, 3).budget(20).spec());

      assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
      assertThat(c.state()).isEqualTo(over);
    }
  }

  @Test
  void shouldCloseAFinishedStudyOnlyAndLetItsCheckpointsGo() {
    StudySpec spec = Specs.of(9, 3).loops(9).deadline(1000).spec();
    Conversation c = untilTheDeadline(spec);
    c.apply(RequestedState.CLOSED, spec);
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
    c.expired(new LeaseKey.OfStudy());

    assertThat(c.apply(RequestedState.CLOSED, spec))
        .hasSize(9)
        .contains(
            "W: DISCARD_CHECKPOINT trial 0 attempt 2", "W: DISCARD_CHECKPOINT trial 8 attempt 1");

    assertThat(c.state().status()).isEqualTo(StudyStatus.CLOSED);
    assertThat(c.state().statusReason()).isEqualTo("it had finished: the deadline has passed");
    assertThat(c.state().open()).isEmpty();
    assertThat(c.state().budget().reserved()).isZero();
    assertThat(c.state().trials())
        .extracting(Trial::status)
        .containsOnly(TrialStatus.DISCARDED, TrialStatus.STOPPED);
    assertThat(restored(c.state())).isEqualTo(c.state());
    assertThat(c.apply(RequestedState.CLOSED, spec)).isEmpty();
    assertThat(c.ask("W", 20)).containsExactly("W: RELEASE");
  }

  /** More than fit into one decision: each wish lets a thousand go. */
  @Test
  void shouldLetManyCheckpointsGoAThousandAtATime() {
    Conversation c =
        new Conversation(Specs.of(9, 3).promotion(Method.Promotion.ASHA).trials(1800).spec());
    finish(c);
    long all = c.state().trials().count(t -> t.status() != TrialStatus.COMPLETED);
    assertThat(all).isGreaterThan(1000);

    assertThat(c.apply(RequestedState.CLOSED, c.state().spec())).hasSize(1000);
    assertThat(c.apply(RequestedState.CLOSED, c.state().spec())).hasSize((int) all - 1000);
    assertThat(c.apply(RequestedState.CLOSED, c.state().spec())).isEmpty();
  }

  /** What builds before this one wrote when a study ended by a limit. */
  @Test
  void shouldReopenAStudyThatAnEarlierBuildFinished() {
    for (Method.Promotion promotion : List.of(Method.Promotion.GLOSH, Method.Promotion.ASHA)) {
      Specs specs = Specs.of(9, 3).promotion(promotion);
      StudyState state = untilTheDeadline(specs.loops(9).spec()).state();
      String reason = "the deadline has passed";
      StudyState over = evolved(state, new Fact.StatusChanged(StudyStatus.FINISHED, reason));
      for (Trial trial : state.trials()) {
        if (trial.isLive() || trial.status() == TrialStatus.PENDING) {
          over = evolved(over, new Fact.Discarded(trial.number(), reason, Optional.empty()));
        }
      }
      over = evolved(over, new Fact.PausedDiscarded(reason));
      for (int bracket : state.open()) {
        over = evolved(over, new Fact.BracketClosed(bracket, reason));
      }
      for (SlotId slot : state.slotTable().slots().keySet()) {
        over = evolved(over, new Fact.SlotForgotten(slot));
      }
      assertThat(restored(over)).isEqualTo(over);

      StudyEvent more =
          new StudyEvent.Applied(
              2000, state.incarnation(), RequestedState.ACTIVE, specs.loops(20).spec());
      StudyState again = StudyEngine.decideAndApply(Optional.of(over), more).after().orElseThrow();

      assertThat(again.status()).isEqualTo(StudyStatus.ACTIVE);
      assertThat(again.pools()).isEqualTo(state.pools());
      assertThat(again.measured()).isEqualTo(state.measured());
      assertThat(restored(again)).isEqualTo(again);
    }
  }

  private static StudyState evolved(StudyState state, Fact fact) {
    return StudyEngine.evolve(Optional.of(state), fact);
  }

  private static StudyState restored(StudyState s) {
    return StudyState.assemble(
        s.header(),
        s.trials().toJavaList(),
        s.brackets().toJavaList(),
        s.slotTable().slots().values().toJavaList());
  }

  private static void reopened(Conversation c, StudySpec spec) {
    c.apply(RequestedState.ACTIVE, spec);
    assertThat(c.rejection()).isEmpty();
    assertThat(c.state().status()).isEqualTo(StudyStatus.ACTIVE);
  }

  /** One worker trains whatever it is granted, each value a little worse than the one before. */
  private static void finish(Conversation c) {
    double value = 0.1;
    for (long ask = c.state().sequence() + 1; !c.state().status().isOver(); ask++) {
      c.ask("T", ask);
      while (c.grants().findAny().isPresent()) {
        Command.Grant grant = c.grant();
        c.report("T", grant.trial(), grant.attempt(), grant.untilResource(), value);
        value += 0.001;
      }
    }
  }
}
