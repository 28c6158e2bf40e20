package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AbsentStudyTest {
  private static final SlotId SLOT = new SlotId("A", 0);
  private static final UUID ERASED = new UUID(1, 1);
  private static final AttemptRef ATTEMPT = new AttemptRef(ERASED, 3, 2);

  @Test
  void shouldLetWorkersOfAStudyThatIsNotKnownYetAskAgain() {
    Decision decision = StudyEngine.decide(Optional.empty(), ask(Optional.empty()));

    assertThat(decision.commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Command.Wait.class,
            wait -> {
              assertThat(wait.id()).isEqualTo("wait:A/0:7");
              assertThat(wait.reason()).contains("not known");
            });
    assertThat(decision.changesState()).isFalse();
  }

  @Test
  void shouldReleaseTheWorkersOfADeletedStudyAndNobodyElse() {
    Optional<UUID> erased = Optional.of(ERASED);

    assertThat(decide(ask(erased), erased).commands())
        .singleElement()
        .isInstanceOf(Command.Release.class);
    assertThat(decide(ask(Optional.empty()), erased).commands())
        .singleElement()
        .isInstanceOf(Command.Wait.class);
  }

  @Test
  void shouldEndAttemptsOfAStudyThatIsGone() {
    Decision decision =
        StudyEngine.decide(Optional.empty(), new StudyEvent.Heartbeat(0, ATTEMPT, SLOT, ""));

    assertThat(decision.commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Command.Ending.class,
            stop -> assertThat(stop.kind()).isEqualTo(Command.EndingKind.STOP));
    assertThat(decision.rejection()).map(Rejection::kind).contains(Rejection.Kind.UNKNOWN);
  }

  @Test
  void shouldAnswerNobodyWhoSaysThatHisAttemptEnded() {
    Decision decision =
        StudyEngine.decide(
            Optional.empty(),
            new StudyEvent.AttemptEnded(0, ATTEMPT, SLOT, "", EndReason.FAILED, ""));

    assertThat(decision.commands()).isEmpty();
    assertThat(decision.rejection()).map(Rejection::kind).contains(Rejection.Kind.UNKNOWN);
  }

  private static StudyEvent ask(Optional<UUID> incarnation) {
    return new StudyEvent.WorkAsked(0, incarnation, SLOT, 7, List.of());
  }

  private static Decision decide(StudyEvent event, Optional<UUID> erased) {
    return StudyEngine.decideAndApply(Optional.empty(), erased, event).decision();
  }
}
