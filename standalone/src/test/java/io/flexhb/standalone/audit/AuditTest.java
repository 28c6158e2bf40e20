package io.flexhb.standalone.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.Configuration;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.study.state.StudyHeader;
import io.flexhb.core.study.state.StudyState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each violation is forged once, and must be found, named and distinguished from retention. */
class AuditTest {

  private static final String STUDY = "mnist";
  private static final UUID INCARNATION = new UUID(1, 2);
  private static final String DEFINITION =
      """
      {"study": "mnist", "objective": {"metric": "error", "direction": "minimize"},
       "resource": {"max": 9}, "space": {"lr": {"type": "double", "low": 0, "high": 1}},
       "limits": {"loops": 1}}
      """;

  private final ForgedTopics topics = new ForgedTopics();
  private StudyState former;

  @BeforeEach
  void decideOnSomeInputs() {
    topics.decide(
        topics.names().studies(),
        new Study(STUDY, INCARNATION, RequestedState.ACTIVE, DEFINITION, Instant.EPOCH),
        STUDY);
    for (int slot = 0; slot < 3; slot++) {
      topics.decide(
          topics.names().workers(),
          new WorkRequest(STUDY, null, "w", slot, 1L, List.of(), null, Instant.EPOCH),
          STUDY);
    }
    for (long request : topics.state(STUDY).suggestions().pending().keySet()) {
      topics.decide(
          topics.names().suggestions(),
          new SuggestionResult(
              STUDY,
              INCARNATION,
              SuggestionSource.SAMPLER,
              request,
              List.of(new Configuration(Map.of("lr", 0.1 + request / 100.0), Map.of())),
              1,
              1L,
              Map.of(),
              "",
              List.of(),
              Instant.EPOCH),
          STUDY);
    }
    for (int trial = 0; trial < 3; trial++) {
      former = topics.state(STUDY);
      topics.decide(topics.names().metrics(), report(trial), STUDY);
    }
  }

  private TrialEvent report(int trial) {
    String seen =
        topics.commands.stream()
            .map(entry -> entry.value().orElseThrow())
            .filter(command -> command.getTrial() == trial)
            .map(Command::getId)
            .findFirst()
            .orElseThrow();
    return TrialEvent.newBuilder()
        .setStudy(STUDY)
        .setIncarnation(INCARNATION)
        .setTrial(trial)
        .setAttempt(1)
        .setWorker("w")
        .setSlot(trial)
        .setCommandSeen(seen)
        .setKind(TrialEventKind.METRICS)
        .setResource(1)
        .setValues(Map.of("error", new MetricValue(MetricStatus.FINITE, 0.5 + trial)))
        .build();
  }

  @Test
  void shouldVerifyEveryGuarantee() {
    AuditResult result = Audit.of(topics);

    assertThat(result.violations()).isEmpty();
    assertThat(result.decisions()).isEqualTo(topics.journal.size()).isGreaterThan(6);
    assertThat(result.incarnations()).isEqualTo(1);
    assertThat(result.verified(Guarantee.SEQUENCES)).isEqualTo(topics.journal.size());
    assertThat(result.verified(Guarantee.INPUTS)).isEqualTo(topics.journal.size());
    assertThat(result.verified(Guarantee.REPLAY)).isEqualTo(topics.journal.size());
    assertThat(result.verified(Guarantee.COMMANDS)).isGreaterThan(3);
    assertThat(result.verified(Guarantee.VIEWS)).isEqualTo(topics.state(STUDY).trials().size());
    assertThat(result.verified(Guarantee.STORES)).isEqualTo(1);
    for (Guarantee guarantee : Guarantee.values()) {
      assertThat(result.unverifiable(guarantee)).isEmpty();
    }
  }

  @Test
  void shouldFindADecisionThatIsMissing() {
    topics.journal.remove(4);

    Violation violation = theFirst(Guarantee.SEQUENCES);
    assertThat(violation.message()).isEqualTo("decision 6 follows decision 4, expected 5");
    assertThat(violation.at()).isEqualTo("flexhb.decisions.v1-0@5");
    assertThat(violation.study()).isEqualTo(STUDY);
  }

  @Test
  void shouldFindADecisionThatIsDoubled() {
    topics.journal.add(5, topics.journal.get(4));

    assertThat(theFirst(Guarantee.SEQUENCES).message()).contains("decision 5 follows decision 5");
  }

  @Test
  void shouldFindAJournalWithoutItsBeginning() {
    topics.journal.remove(0);

    assertThat(theFirst(Guarantee.SEQUENCES).message()).contains("2 is the first that is there");
  }

  @Test
  void shouldFindAnInputThatWasUsedAgain() {
    edit(2, entry -> entry.setOffset(0));

    assertThat(theFirst(Guarantee.INPUTS).message())
        .isEqualTo("decision 3 used the input flexhb.workers.v1-0@0 again");
  }

  @Test
  void shouldFindAnInputOfAnotherPartition() {
    edit(2, entry -> entry.setPartition(1));

    assertThat(theFirst(Guarantee.INPUTS).message()).contains("on another partition");
  }

  @Test
  void shouldFindAnInputThatIsAnotherRecord() {
    topics.inputs.replaceAll(
        input ->
            input.topic().equals(topics.names().workers()) && input.offset() == 1
                ? with(
                    input, new WorkRequest(STUDY, null, "x", 9, 1L, List.of(), null, Instant.EPOCH))
                : input);

    assertThat(theFirst(Guarantee.INPUTS).message())
        .contains("names an input that is not the record at flexhb.workers.v1-0@1");
  }

  @Test
  void shouldFindAnInputThatIsNotThere() {
    topics.inputs.removeIf(input -> input.topic().equals(topics.names().metrics()));

    assertThat(theFirst(Guarantee.INPUTS).message()).contains("where there is no record");
  }

  @Test
  void shouldSayHowManyInputsRetentionHides() {
    topics.inputs.removeIf(input -> input.topic().equals(topics.names().metrics()));
    topics.beginnings.put(topics.names().metrics(), 3L);
    topics.inputs.removeIf(input -> input.topic().equals(topics.names().studies()));

    AuditResult result = Audit.of(topics);
    assertThat(result.violations()).isEmpty();
    assertThat(result.unverifiable(Guarantee.INPUTS)).isEqualTo(Map.of(Unverifiable.RETENTION, 4L));
  }

  @Test
  void shouldFindADecisionThatTheEngineDoesNotMake() {
    edit(5, entry -> entry.setFacts(List.of()));

    assertThat(theFirst(Guarantee.REPLAY).message())
        .startsWith("decision 6 differs in its facts; journal: []");
  }

  @Test
  void shouldNotJudgeWhatAnotherEngineDecided() {
    edit(0, entry -> entry.setEngineVersion("1"));

    AuditResult result = Audit.of(topics);
    assertThat(result.violations()).isEmpty();
    assertThat(result.unverifiable(Guarantee.REPLAY))
        .isEqualTo(Map.of(Unverifiable.ENGINE, (long) topics.journal.size()));
    assertThat(result.verified(Guarantee.SEQUENCES)).isEqualTo(topics.journal.size());
  }

  @Test
  void shouldFindACommandThatWasNotSent() {
    Command lost = topics.commands.remove(topics.commands.size() - 1).value().orElseThrow();

    assertThat(theFirst(Guarantee.COMMANDS).message())
        .contains("command " + lost.getId() + " of decision ", "was not sent");
  }

  @Test
  void shouldAcceptACommandThatWasSentAgain() {
    CommittedRecord<Command> first = topics.commands.get(0);
    Command again = copy(first.value().orElseThrow(), new Command());
    again.setIssuedAt(Instant.ofEpochMilli(99_000));
    topics.commands.add(with(first, again));

    assertThat(Audit.of(topics).violations()).isEmpty();
  }

  @Test
  void shouldFindACommandThatWasSentAgainAsAnother() {
    CommittedRecord<Command> first = topics.commands.get(0);
    Command other = copy(first.value().orElseThrow(), new Command());
    other.setWaitMillis(4711);
    topics.commands.add(with(first, other));

    assertThat(theFirst(Guarantee.COMMANDS).message()).contains("sent again and is another one");
  }

  @Test
  void shouldSayHowManyCommandsRetentionHides() {
    long before = topics.commands.size();
    long last = topics.commands.get((int) before - 1).timestamp();
    topics.commands.removeIf(command -> command.timestamp() < last);
    topics.beginnings.put(topics.names().commands(), 7L);

    AuditResult result = Audit.of(topics);
    assertThat(result.violations()).isEmpty();
    assertThat(result.verified(Guarantee.COMMANDS)).isEqualTo(topics.commands.size());
    assertThat(result.unverifiable(Guarantee.COMMANDS))
        .isEqualTo(Map.of(Unverifiable.RETENTION, before - topics.commands.size()));
  }

  @Test
  void shouldFindAViewThatIsNotThatOfItsDecision() {
    CommittedRecord<TrialView> last = topics.views.remove(topics.views.size() - 1);
    TrialView other = copy(last.value().orElseThrow(), new TrialView());
    other.setReason("no");
    topics.views.add(with(last, other));

    assertThat(theFirst(Guarantee.VIEWS).at()).isEqualTo(last.at());
  }

  @Test
  void shouldFindAViewThatWasNotWritten() {
    CommittedRecord<TrialView> last = topics.views.remove(topics.views.size() - 1);

    assertThat(theFirst(Guarantee.VIEWS).message())
        .isEqualTo(
            "trial %d has no view of decision %d"
                .formatted(
                    last.value().orElseThrow().getTrial(),
                    last.value().orElseThrow().getDecision()));
  }

  @Test
  void shouldFindAViewOfNoDecision() {
    CommittedRecord<TrialView> last = topics.views.get(topics.views.size() - 1);
    TrialView other = copy(last.value().orElseThrow(), new TrialView());
    other.setDecision(999);
    topics.views.add(with(last, other));

    assertThat(theFirst(Guarantee.VIEWS).message()).contains("names decision 999");
  }

  @Test
  void shouldFindAStoreThatFellBehind() {
    topics.stores.put(STUDY, former);

    assertThat(theFirst(Guarantee.STORES).message())
        .contains("after decision " + former.sequence(), "goes on to decision");
  }

  @Test
  void shouldFindAStoreThatHoldsSomethingElse() {
    StudyState state = topics.state(STUDY);
    StudyHeader forged =
        new StudyHeader(
            state.spec(),
            state.incarnation(),
            state.status(),
            "forged",
            state.createdAt(),
            state.sequence(),
            state.slotTable().nextOrder(),
            state.suggestions(),
            state.budget(),
            state.exhausted(),
            state.loopSources(),
            state.weightHorizon(),
            state.failing(),
            state.reopened(),
            state.imports());
    topics.stores.put(
        STUDY,
        StudyState.assemble(
            forged,
            state.trials().toJavaList(),
            state.brackets().toJavaList(),
            state.slotTable().slots().values().toJavaList()));

    assertThat(theFirst(Guarantee.STORES).message()).contains("study is ", "forged");
  }

  @Test
  void shouldFindAStoreWithoutAStudy() {
    topics.stores.clear();

    assertThat(theFirst(Guarantee.STORES).message()).isEqualTo("the store does not hold the study");
  }

  @Test
  void shouldFindAStudyThatOnlyTheStoreHas() {
    topics.journal.clear();
    topics.views.clear();

    assertThat(theFirst(Guarantee.STORES).message()).contains("the journal has none of it");
  }

  @Test
  void shouldSayThatThereIsNoChangelog() {
    topics.hasChangelog = false;

    AuditResult result = Audit.of(topics);
    assertThat(result.violations()).isEmpty();
    assertThat(result.unverifiable(Guarantee.STORES))
        .isEqualTo(Map.of(Unverifiable.MISSING_CHANGELOG, 1L));
  }

  /**
   * A tuner runs while its topics are read, so the effects of its last decisions may be missing.
   */
  @Test
  void shouldWaitForWhatFollowsFromTheNewestDecisions() {
    topics.inputs.remove(topics.inputs.size() - 1);
    topics.commands.remove(topics.commands.size() - 1);
    topics.views.remove(topics.views.size() - 1);
    topics.stores.put(STUDY, former);
    topics.journalEnd = Optional.of(topics.journal.size() - 1L);

    assertThat(Audit.of(topics).violations()).isEmpty();
  }

  @Test
  void shouldNotJudgeAStudyThatIsBeingErased() {
    topics.journal.remove(0);
    topics.journal.remove(0);
    topics.views.clear();
    topics.stores.clear();
    topics.journal.add(
        new CommittedRecord<>(
            topics.names().decisions(), 0, 99, 0, STUDY + "/000000000001", Optional.empty()));

    AuditResult result = Audit.of(topics);
    assertThat(result.violations()).isEmpty();
    assertThat(result.unverifiable(Guarantee.SEQUENCES)).isEqualTo(Map.of(Unverifiable.ERASED, 1L));
  }

  /** The guarantee must be violated, and be the first of the violated ones. */
  private Violation theFirst(Guarantee guarantee) {
    List<Violation> violations = Audit.of(topics).violations();
    assertThat(violations).isNotEmpty();
    assertThat(violations.get(0).guarantee()).as("%s", violations).isEqualTo(guarantee);
    return violations.get(0);
  }

  private void edit(int index, Consumer<JournalEntry> change) {
    CommittedRecord<JournalEntry> entry = topics.journal.get(index);
    JournalEntry changed = copy(entry.value().orElseThrow(), new JournalEntry());
    change.accept(changed);
    topics.journal.set(index, with(entry, changed));
  }

  private static <T extends SpecificRecord> T copy(T from, T to) {
    from.getSchema().getFields().forEach(field -> to.put(field.pos(), from.get(field.pos())));
    return to;
  }

  private static <T> CommittedRecord<T> with(CommittedRecord<? extends T> entry, T value) {
    return new CommittedRecord<>(
        entry.topic(),
        entry.partition(),
        entry.offset(),
        entry.timestamp(),
        entry.key(),
        Optional.of(value));
  }
}
