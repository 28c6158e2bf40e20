package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialView;
import io.flexhb.client.journal.StudyReplica;
import io.flexhb.codec.CommandCodec;
import io.flexhb.codec.JournalCodec;
import io.flexhb.codec.Origin;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.standalone.it.CommittedTopics.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * The guarantees for every study, whatever happened to its tuners, broker and workers: each input
 * is decided on once, and everything visible to a reader follows from those decisions.
 */
public final class StudyAssertions {

  private final TunerHarness harness;
  private final ToyStudy study;

  private StudyAssertions(TunerHarness harness, ToyStudy study) {
    this.harness = harness;
    this.study = study;
  }

  /** Checks all of it; returns the state that the journal leads to. */
  public static StudyState assertExactlyOnce(TunerHarness harness, ToyStudy study) {
    return assertExactlyOnce(harness, List.of(study)).get(0);
  }

  /** Checks all of it for several studies; returns the states that their journals lead to. */
  public static List<StudyState> assertExactlyOnce(TunerHarness harness, List<ToyStudy> studies) {
    CommittedTopics committed = harness.committed().now();
    return studies.stream().map(study -> assertExactlyOnce(harness, study, committed)).toList();
  }

  private static StudyState assertExactlyOnce(
      TunerHarness harness, ToyStudy study, CommittedTopics committed) {
    StudyAssertions assertions = new StudyAssertions(harness, study);
    List<Entry<JournalEntry>> decisions = committed.decisions();
    assertions.eachInputIsUsedOnceAndIsWhatTheJournalSays(decisions, committed.inputs());
    List<JournalEntry> journal = assertions.journal(decisions);
    StudyState state = assertions.theJournalLeadsTo(journal);
    assertions.theCommandsAreThoseOfTheJournal(journal, committed.commands());
    assertions.theViewsAreThoseOfTheState(state, committed.trials());
    assertThat(committed.raw(harness.topics().dlq())).as("the DLQ").isEmpty();
    return state;
  }

  /** The studies as the stores have them, by name. */
  static Map<String, StudyState> stored(TunerHarness harness) {
    String application = harness.settings("a").get("flexhb.application.id");
    return harness.committed().stored(application + "-study-changelog");
  }

  /**
   * Checks that faults of tuner or broker affected no trial: no attempt failed, was lost or was
   * trained in vain.
   *
   * @param state at the end
   * @param epochs that workers trained
   */
  public static void assertNothingWasTrainedTwice(StudyState state, long epochs) {
    for (io.flexhb.core.study.state.Trial trial : state.trials()) {
      assertThat(trial.failures()).as("failures of %s", trial).isZero();
    }
    long reached = state.trials().toJavaStream().mapToLong(t -> t.resource()).sum();
    assertThat(state.budget().spent()).as("units granted and units trained").isEqualTo(reached);
    assertThat(epochs).as("epochs trained").isEqualTo(reached);
    assertThat(state.budget().reserved()).as("units reserved for nobody").isZero();
    state
        .spec()
        .limits()
        .budget()
        .ifPresent(budget -> assertThat(reached).isLessThanOrEqualTo(budget));
  }

  /** Checks that no attempt ended before its boundary, for whatever reason. */
  public static void assertNoAttemptWasLost(JournalTail journal) {
    assertThat(journal.facts(Fact.AttemptLost.class)).as("lost attempts").isEmpty();
  }

  private void eachInputIsUsedOnceAndIsWhatTheJournalSays(
      List<Entry<JournalEntry>> decisions, List<Entry<? extends SpecificRecord>> inputs) {
    Map<Origin, SpecificRecord> written = new HashMap<>();
    for (Entry<? extends SpecificRecord> input : inputs) {
      input
          .value()
          .ifPresent(
              value ->
                  written.put(new Origin(input.topic(), input.partition(), input.offset()), value));
    }
    Set<Origin> used = new HashSet<>();
    for (Entry<JournalEntry> decision : decisions) {
      decision
          .value()
          .ifPresent(
              entry -> {
                Origin origin = originOf(entry);
                assertThat(used.add(origin)).as("%s is used once", origin).isTrue();
                assertThat(entry.getInput()).as("%s", origin).isEqualTo(written.get(origin));
              });
    }
  }

  /** In the order of the topic, which has to be the order of the decisions. */
  private List<JournalEntry> journal(List<Entry<JournalEntry>> decisions) {
    List<JournalEntry> journal = new ArrayList<>();
    for (Entry<JournalEntry> decision : decisions) {
      decision
          .value()
          .filter(entry -> entry.getIncarnation().equals(study.incarnation()))
          .ifPresent(
              entry -> {
                journal.add(entry);
                assertThat(entry.getSequence()).as("sequence").isEqualTo(journal.size());
                assertThat(decision.key())
                    .isEqualTo(JournalCodec.key(study.name(), entry.getSequence()));
              });
    }
    assertThat(journal).as("journal of %s", study.name()).isNotEmpty();
    return journal;
  }

  /** Decisions of another engine cannot be made again; then the stores tell where they led to. */
  private StudyState theJournalLeadsTo(List<JournalEntry> journal) {
    if (journal.get(0).getEngineVersion().equals(StudyEngine.VERSION)) {
      return theJournalReplaysToItself(journal);
    }
    assertThat(study.existed()).as("study %s is of an earlier build", study.name()).isTrue();
    StudyState stored = stored(harness).get(study.name());
    assertThat(stored.sequence()).as("decisions in the store").isEqualTo(journal.size());
    return stored;
  }

  private StudyState theJournalReplaysToItself(List<JournalEntry> journal) {
    StudyReplica replica = new StudyReplica();
    for (JournalEntry entry : journal) {
      Decision decision = replica.accept(entry);
      JournalEntry replayed =
          JournalCodec.entry(
              (SpecificRecord) entry.getInput(),
              originOf(entry),
              entry.getTime(),
              replica.state().orElseThrow(),
              decision.facts(),
              decision.commands().stream()
                  .map(
                      c ->
                          CommandCodec.toWire(
                              study.name(),
                              replica.state().orElseThrow().spec().step(),
                              c,
                              entry.getTime()))
                  .toList(),
              decision.reasons());
      assertThat(replayed).as("decision %d", entry.getSequence()).isEqualTo(entry);
    }
    return replica.state().orElseThrow();
  }

  /**
   * A command may be sent again, under its id and unchanged; only its time is another, and the
   * words in which a worker is told that its attempt is no more.
   */
  private void theCommandsAreThoseOfTheJournal(
      List<JournalEntry> journal, List<Entry<Command>> sent) {
    Map<String, Map<String, Object>> byId = new HashMap<>();
    for (Entry<Command> entry : sent) {
      Command command = entry.value().orElseThrow();
      Map<String, Object> first = byId.putIfAbsent(idOf(command), timeless(command));
      if (first != null) {
        assertThat(timeless(command)).as("command %s sent again", command.getId()).isEqualTo(first);
      }
    }
    for (JournalEntry entry : journal) {
      for (Command command : entry.getCommands()) {
        assertThat(byId.get(idOf(command)))
            .as("command %s of decision %d", command.getId(), entry.getSequence())
            .isEqualTo(timeless(command));
      }
    }
  }

  private static String idOf(Command command) {
    return command.getStudy() + "/" + command.getIncarnation() + "/" + command.getId();
  }

  private static Map<String, Object> timeless(Command command) {
    Map<String, Object> fields = new HashMap<>();
    command.getSchema().getFields().forEach(f -> fields.put(f.name(), command.get(f.pos())));
    fields.remove("issuedAt");
    if (command.getId().startsWith("fence:")) {
      fields.remove("reason");
    }
    return fields;
  }

  private void theViewsAreThoseOfTheState(StudyState state, List<Entry<TrialView>> views) {
    Map<Integer, TrialView> newest = new HashMap<>();
    for (Entry<TrialView> entry : views) {
      entry
          .value()
          .filter(view -> view.getIncarnation().equals(study.incarnation()))
          .ifPresent(
              view -> {
                newest.put(view.getTrial(), view);
                assertThat(entry.key()).isEqualTo(study.name() + "/" + view.getTrial());
              });
    }
    for (io.flexhb.core.study.state.Trial trial : state.trials()) {
      TrialView view = newest.remove(trial.number());
      assertThat(view).as("view of trial %d", trial.number()).isNotNull();
      TrialView wanted = TrialViewCodec.toWire(state, trial, view.getUpdatedAt());
      wanted.setDecision(view.getDecision());
      assertThat(view).isEqualTo(wanted);
    }
    assertThat(newest).as("views of trials that do not exist").isEmpty();
  }

  private static Origin originOf(JournalEntry entry) {
    return new Origin(entry.getTopic(), entry.getPartition(), entry.getOffset());
  }
}
