package io.flexhb.standalone.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.avro.WorkRequest;
import io.flexhb.client.JournalFile;
import io.flexhb.client.journal.Replay;
import io.flexhb.client.journal.Replayer;
import io.flexhb.codec.CommandCodec;
import io.flexhb.codec.EventCodec;
import io.flexhb.codec.JournalCodec;
import io.flexhb.codec.Origin;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
  private static final UUID INCARNATION = new UUID(1, 2);
  private static final String DEFINITION =
      """
      {"study": "mnist", "objective": {"metric": "error", "direction": "minimize"},
       "resource": {"max": 27}, "space": {"lr": {"type": "double", "low": 0, "high": 1}},
       "limits": {"loops": 1}}
      """;

  @TempDir private Path folder;
  private final List<JournalEntry> journal = new ArrayList<>();
  private Optional<StudyState> state = Optional.empty();

  @BeforeEach
  void decideOnSomeInputs() {
    decide(new Study("mnist", INCARNATION, RequestedState.ACTIVE, DEFINITION, Instant.EPOCH));
    for (int slot = 0; slot < 3; slot++) {
      decide(new WorkRequest("mnist", null, "w", slot, 1L, List.of(), null, Instant.EPOCH));
    }
    for (long request : state.orElseThrow().suggestions().pending().keySet()) {
      io.flexhb.avro.Configuration candidate =
          new io.flexhb.avro.Configuration(Map.of("lr", 0.1 + request / 10.0), Map.of());
      decide(
          new SuggestionResult(
              "mnist",
              INCARNATION,
              SuggestionSource.SAMPLER,
              request,
              List.of(candidate),
              1,
              1L,
              Map.of(),
              "",
              List.of(),
              Instant.EPOCH));
    }
  }

  @Test
  void shouldFindAJournalIdenticalToItself() {
    Replay.Result result = Replay.of(journal);

    assertThat(journal).hasSizeGreaterThan(3);
    assertThat(result.difference()).isEmpty();
    assertThat(result.identical()).isEqualTo(journal.size());
    assertThat(result.state().orElseThrow().sequence()).isEqualTo(journal.size());
  }

  @Test
  void shouldShowBothSidesOfTheFirstDifference() {
    List<JournalFact> decided = journal.get(2).getFacts();
    journal.get(2).setFacts(List.of());

    Replay.Result result = Replay.of(journal);

    assertThat(result.identical()).isEqualTo(2);
    assertThat(result.difference())
        .contains(new Replayer.Difference(3, "facts", List.of(), decided));
  }

  @Test
  void shouldNoticeAMissingDecision() {
    journal.remove(1);

    Replay.Result result = Replay.of(journal);

    assertThat(result.identical()).isEqualTo(1);
    assertThat(result.difference().orElseThrow().part()).isEqualTo("sequence");
  }

  @Test
  void shouldNameTheFirstDecisionThatItCanJudge() {
    Path file = folder.resolve("journal.avro");
    journal.get(0).setEngineVersion("2");
    journal.get(1).setEngineVersion("2");
    JournalFile.write(file, journal);

    CliRun same = CliRun.in(folder, "replay", "--file", file.toString());
    journal.get(1).setFacts(List.of());
    JournalFile.write(file, journal);
    CliRun different = CliRun.in(folder, "replay", "--file", file.toString());

    assertThat(Replay.of(journal.subList(0, 1)).judgedFrom()).isEmpty();
    assertThat(same.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(same.out()).contains("Decisions before 3 were made by another version");
    assertThat(different.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(different.out())
        .contains("decision 2 differs in its facts")
        .contains("made by engine 2")
        .contains("The first decision of this engine is 3");
  }

  @Test
  void shouldReplayAFile() {
    Path file = folder.resolve("journal.avro");
    JournalFile.write(file, journal);

    CliRun same = CliRun.in(folder, "replay", "--file", file.toString());
    JournalFile.write(file, journal.subList(1, journal.size()));
    CliRun different = CliRun.in(folder, "replay", "--file", file.toString());

    assertThat(same.out()).isEqualToIgnoringNewLines("identical: " + journal.size() + " decisions");
    assertThat(same.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(different.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(different.out()).contains("decision 1 differs in its sequence");
  }

  @Test
  void shouldRefuseAFileThatIsNoJournalOrNotThere() throws IOException {
    Path file = folder.resolve("journal.avro");

    CliRun none = CliRun.in(folder, "replay", "--file", file.toString());
    Files.writeString(file, "text");
    CliRun other = CliRun.in(folder, "replay", "--file", file.toString());

    assertThat(none.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).startsWith("flexhb: cannot read " + file + " (");
    assertThat(other.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other.err()).contains("is not a journal");
  }

  private void decide(SpecificRecord input) {
    Instant at = Instant.ofEpochMilli(1_000 + journal.size());
    StudyEvent event = EventCodec.event(input, at.toEpochMilli(), state.map(StudyState::spec));
    Decision decision = StudyEngine.decide(state, event);
    if (!decision.changesState()) {
      return;
    }
    StudyState after = StudyEngine.apply(state, decision);
    StudySpec spec = after.spec();
    journal.add(
        JournalCodec.entry(
            input,
            new Origin("topic", 0, journal.size()),
            at,
            after,
            decision.facts(),
            decision.commands().stream()
                .map(c -> CommandCodec.toWire(spec.study(), spec.step(), c, at))
                .toList(),
            decision.reasons()));
    state = Optional.of(after);
  }
}
