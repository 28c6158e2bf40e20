package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Command;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Repeated inputs, and topics that do not match the state. */
class UsedOffsetsTest {

  private static final String DEFINITION =
      """
      {"study": "s", "objective": {"metric": "loss", "direction": "minimize"},
       "resource": {"max": 9}, "sampler": "random",
       "space": {"lr": {"type": "double", "low": 0.001, "high": 1}}, "limits": {"loops": 2}}
      """;

  private final TunerDriver tuner = new TunerDriver();

  @AfterEach
  void close() {
    tuner.close();
  }

  /** A study with a trial that has reported once: offset 0 of three topics is used. */
  private Command begin() {
    tuner.apply("s", DEFINITION);
    tuner.ask("s", "w", 1);
    Command grant = tuner.command();
    tuner.report(grant, 1, 0.5);
    return grant;
  }

  @Test
  void shouldSkipAndCountWhatWasUsedBefore() {
    Command grant = begin();
    long decided = tuner.journal().size();
    assertThat(decided).isPositive();

    tuner.restartAndRepeatItsInputs();
    tuner.apply("s", DEFINITION.replace("\"loops\": 2", "\"loops\": 5"));
    tuner.ask("s", "other", 1);
    tuner.report(grant, 3, 0.1);

    assertThat(tuner.journal()).isEmpty();
    assertThat(tuner.commands()).isEmpty();
    assertThat(tuner.counted("flexhb.inputs", "outcome", "repeated")).isEqualTo(3);
  }

  @Test
  void shouldGoOnWithTheFirstInputThatWasNotUsed() {
    begin();

    tuner.restartAndRepeatItsInputs();
    tuner.ask("s", "w", 1);
    assertThat(tuner.commands()).as("what was used").isEmpty();
    tuner.ask("s", "w", 2);

    assertThat(tuner.commands()).as("what is new").hasSize(1);
  }

  @Test
  void shouldAskTheBrokerOnceEachTimeTheReaderGoesBack() {
    begin();
    tuner.ask("s", "w", 2);
    assertThat(tuner.inputTopics.asked).isEmpty();

    tuner.restartAndRepeatItsInputs();
    tuner.ask("s", "w", 1);
    tuner.ask("s", "w", 2);
    tuner.ask("s", "w", 3);

    assertThat(tuner.inputTopics.asked).containsExactly(TunerDriver.TOPICS.workers());
  }

  @Test
  void shouldNeverSkipRecordsOfATopicMadeAnew() {
    begin();

    tuner.restartAndRepeatItsInputs();
    tuner.inputTopics.foundIdSuffix = "-anew";

    assertThatThrownBy(() -> tuner.ask("s", "w", 1))
        .hasRootCauseInstanceOf(InputTopicChangedException.class)
        .rootCause()
        .hasMessageContaining(TunerDriver.TOPICS.workers() + " was deleted and recreated")
        .hasMessageContaining("flexhb topics take-over");
  }

  @Test
  void shouldNameAPartitionThatEndsBelowWhatWasUsed() {
    begin();

    tuner.restartAndRepeatItsInputs();
    tuner.inputTopics.end = 0;

    assertThatThrownBy(() -> tuner.ask("s", "w", 1))
        .rootCause()
        .hasMessageContaining(TunerDriver.TOPICS.workers() + "-0 ends at offset 0")
        .hasMessageContaining("used up to 1");
  }

  @Test
  void shouldRefuseStateThatGoesWithOtherTopics() {
    begin();
    tuner.inputTopics.idSuffix = "-anew";
    tuner.inputTopics.foundIdSuffix = "-anew";

    tuner.restartAndRepeatItsInputs();

    assertThatThrownBy(() -> tuner.ask("s", "w", 2))
        .hasRootCauseInstanceOf(InputTopicChangedException.class);
  }

  @Test
  void shouldUseANewTopicFromItsBeginningOnceAnOperatorTookItOver() {
    begin();
    tuner.inputTopics.idSuffix = "-anew";
    tuner.inputTopics.foundIdSuffix = "-anew";
    tuner.inputTopics.takeOver = "1";

    tuner.restartAndRepeatItsInputs();
    tuner.ask("s", "w", 2);

    assertThat(tuner.commands()).hasSize(1);
    assertThat(tuner.counted("flexhb.inputs", "outcome", "repeated")).isZero();
  }

  @Test
  void shouldGoOnAtTheEndOfATruncatedPartitionOnceAnOperatorTookItOver() {
    begin();
    tuner.inputTopics.end = 0;
    tuner.inputTopics.takeOver = "1";

    tuner.restartAndRepeatItsInputs();
    tuner.ask("s", "w", 2);

    assertThat(tuner.commands()).hasSize(1);
  }

  @Test
  void shouldBelieveTheGroupWhereTheStoresSayNothingYet() {
    begin();
    tuner.journal();
    tuner.commands();
    tuner.inputTopics.committed = OptionalLong.of(1);

    tuner.restart();
    tuner.ask("s", "w", 2);
    assertThat(tuner.commands()).as("below what the group has read").isEmpty();
    tuner.ask("s", "w", 2);

    assertThat(tuner.commands()).hasSize(1);
  }

  @Test
  void shouldRefuseToGuessWhatWasUsedWhenNobodyKnows() {
    begin();
    tuner.inputTopics.committed = OptionalLong.empty();

    tuner.restart();

    assertThatThrownBy(() -> tuner.ask("s", "w", 2))
        .rootCause()
        .hasMessageContaining("offsets were deleted");
  }

  @Test
  void shouldBeginAtTheBeginningWhenThereIsNoState() {
    tuner.inputTopics.committed = OptionalLong.empty();

    begin();

    assertThat(tuner.journal()).isNotEmpty();
  }
}
