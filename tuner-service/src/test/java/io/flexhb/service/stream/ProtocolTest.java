package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.JournalEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The golden transcript, with each message lost, duplicated and delayed. */
class ProtocolTest {

  @Test
  void shouldAnswerAsTheProtocolSays() {
    try (TunerDriver tuner = new TunerDriver()) {
      Transcript transcript = new Transcript(tuner);
      for (Transcript.Line line : Transcript.LINES) {
        assertThat(Transcript.show(transcript.say(line.said())))
            .as(line.said())
            .containsExactlyInAnyOrderElementsOf(line.answers());
      }
      assertThat(transcript.received())
          .extracting(Command::getKind)
          .contains(
              CommandKind.START,
              CommandKind.CONTINUE,
              CommandKind.REVIVE,
              CommandKind.PAUSE,
              CommandKind.STOP,
              CommandKind.COMPLETE,
              CommandKind.WAIT,
              CommandKind.RELEASE);
    }
  }

  @Test
  void shouldJournalEachDecisionOnceInSequence() {
    try (TunerDriver tuner = new TunerDriver()) {
      playAll(tuner);
      List<JournalEntry> journal = tuner.journal();
      assertThat(journal).hasSizeGreaterThan(20);
      for (int i = 0; i < journal.size(); i++) {
        assertThat(journal.get(i).getSequence()).isEqualTo(i + 1);
        assertThat(journal.get(i).getFacts()).isNotEmpty();
      }
      assertThat(journal)
          .extracting(e -> e.getTopic() + "@" + e.getOffset())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void shouldChangeNothingWhenAMessageComesTwice() {
    try (TunerDriver tuner = new TunerDriver()) {
      Transcript transcript = new Transcript(tuner);
      for (Transcript.Line line : Transcript.LINES) {
        assertThat(Transcript.show(transcript.say(line.said())))
            .as(line.said())
            .containsExactlyInAnyOrderElementsOf(line.answers());
        tuner.journal();
        List<Command> again = sayAgain(tuner, transcript, line.said());
        assertThat(ids(transcript.received())).as("%s, again", line.said()).containsAll(ids(again));
        assertThat(tuner.journal()).as("%s, again", line.said()).isEmpty();
      }
    }
  }

  @Test
  void shouldChangeNothingWhenAMessageComesLate() {
    try (TunerDriver tuner = new TunerDriver()) {
      Transcript transcript = new Transcript(tuner);
      List<String> before = new ArrayList<>();
      for (Transcript.Line line : Transcript.LINES) {
        assertThat(Transcript.show(transcript.say(line.said())))
            .as(line.said())
            .containsExactlyInAnyOrderElementsOf(line.answers());
        tuner.journal();
        for (String late : before) {
          sayAgain(tuner, transcript, late);
          assertThat(tuner.journal()).as("%s, after %s", late, line.said()).isEmpty();
        }
        before.add(line.said());
      }
    }
  }

  @Test
  void shouldSendALostAnswerAgainUnderItsId() {
    try (TunerDriver tuner = new TunerDriver()) {
      Transcript transcript = new Transcript(tuner);
      for (Transcript.Line line : Transcript.LINES) {
        for (Command answer : transcript.say(line.said())) {
          assertThat(ids(heal(tuner, transcript, answer, line.said())))
              .as("%s, the answer to %s", TunerDriver.show(answer), line.said())
              .contains(answer.getId());
        }
      }
    }
  }

  /** Acts like a worker that did not receive the answer. */
  private static List<Command> heal(
      TunerDriver tuner, Transcript transcript, Command answer, String said) {
    if (answer.getAskSequence() >= 0) {
      tuner.ask(Transcript.STUDY, answer.getWorker(), answer.getAskSequence());
      return tuner.commands();
    }
    if (said.startsWith("report " + answer.getTrial() + " ")) {
      return sayAgain(tuner, transcript, said);
    }
    return transcript.heartbeatOfTheDeaf(answer.getTrial());
  }

  @Test
  void shouldDecideTheSameAfterARestartAtEachStep() {
    List<JournalEntry> expected;
    List<Command> commands;
    try (TunerDriver tuner = new TunerDriver()) {
      commands = playAll(tuner);
      expected = tuner.journal();
    }
    try (TunerDriver tuner = new TunerDriver()) {
      Transcript transcript = new Transcript(tuner);
      List<JournalEntry> journal = new ArrayList<>();
      for (Transcript.Line line : Transcript.LINES) {
        tuner.restart();
        transcript.say(line.said());
        journal.addAll(tuner.journal());
      }
      assertThat(transcript.received()).isEqualTo(commands);
      assertThat(journal)
          .extracting(ProtocolTest::withoutOffset)
          .isEqualTo(expected.stream().map(ProtocolTest::withoutOffset).toList());
    }
  }

  /** The test driver restarts its offsets when it restarts. */
  private static JournalEntry withoutOffset(JournalEntry entry) {
    entry.setOffset(0);
    return entry;
  }

  private static List<Command> playAll(TunerDriver tuner) {
    Transcript transcript = new Transcript(tuner);
    Transcript.LINES.forEach(line -> transcript.say(line.said()));
    return transcript.received();
  }

  /** Repeats a message as it was sent then, whatever was granted since. */
  private static List<Command> sayAgain(TunerDriver tuner, Transcript transcript, String said) {
    Transcript copy = transcript.asOf(said);
    return copy.say(said);
  }

  private static Set<String> ids(List<Command> commands) {
    return commands.stream().map(Command::getId).collect(Collectors.toSet());
  }
}
