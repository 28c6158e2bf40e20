package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cases "configurations" of users of other tuners. */
class ConfigurationCasesTest {
  private static final StudySpec SPEC = Specs.of(9, 3).spec();
  private static final Configuration OWN = Configuration.of(Map.of("x", 1.0, "y", 2.0, "z", 3.0));

  @Test
  void shouldTryAUsersConfigurationFirstAndOnceHoweverOftenItIsSent() {
    Conversation c = new Conversation(SPEC);
    enqueue(c, 1, OWN);
    enqueue(c, 1, OWN);
    assertThat(c.rejection()).contains(Rejection.Kind.DUPLICATE);
    c.ask("A", 1);
    assertThat(c.trial(0).configuration()).isEqualTo(OWN);
    assertThat(c.trial(0).origin()).isEqualTo("enqueued");
    c.ask("B", 1);
    assertThat(c.trial(1).configuration()).isNotEqualTo(OWN);
    enqueue(c, 1, OWN);
    assertThat(c.rejection()).contains(Rejection.Kind.DUPLICATE);
  }

  @Test
  void shouldReplicateWhenAskedTo() {
    Conversation c = new Conversation(SPEC);
    enqueue(c, 3, OWN);
    c.ask("A", 1);
    c.ask("B", 1);
    c.ask("C", 1);
    c.ask("D", 1);
    assertThat(c.state().trials().filter(t -> t.configuration().equals(OWN))).hasSize(3);
  }

  @Test
  void shouldRefuseConfigurationsOutsideTheSpace() {
    Conversation c = new Conversation(SPEC);
    enqueue(c, 1, Configuration.of(Map.of("x", 99.0, "y", 2.0, "z", 3.0)));
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    assertThat(c.last().changesState()).isFalse();
  }

  @Test
  void shouldRefuseConfigurationsForAnotherIncarnation() {
    Conversation c = new Conversation(SPEC);
    c.on(new StudyEvent.Enqueued(0, Optional.of(new UUID(9, 9)), List.of(OWN), 1));
    assertThat(c.rejection()).contains(Rejection.Kind.ZOMBIE);
  }

  @Test
  void shouldRefuseConfigurationsOnceTheStudyIsOver() {
    Conversation c = new Conversation(SPEC);
    c.apply(RequestedState.CANCELLED, SPEC);
    enqueue(c, 1, OWN);
    assertThat(c.last().rejection().orElseThrow().message())
        .isEqualTo(
            "no enqueued configuration will be tried any more: the study is over: as requested");
  }

  private void enqueue(Conversation c, int replicate, Configuration configuration) {
    c.on(
        new StudyEvent.Enqueued(
            0, Optional.of(Conversation.INCARNATION), List.of(configuration), replicate));
  }
}
