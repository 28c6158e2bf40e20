package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.BooleanParameter;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Suggestions;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Brackets 3@1→1@3 and 2@3, over and over. */
class SuggestionTest {
  private static final Specs SPECS = Specs.of(3, 3).sampler("fgf").loops(20);
  private static final Configuration ONE = Configuration.of(Map.of("x", 1.0, "y", 2.0, "z", 3.0));
  private static final Configuration TWO = Configuration.of(Map.of("x", 2.0, "y", 2.0, "z", 3.0));

  private long asks;

  @Test
  void shouldDrawAtOnceWhileThereCannotBeAModel() {
    Conversation c = new Conversation(SPECS.spec());
    assertThat(c.ask("A", 1)).containsExactly("A: START trial 0 attempt 1, from 0 until 1");

    assertThat(c.trial(0).origin()).isEqualTo("fgf (random)");
    assertThat(c.reason(0))
        .isEqualTo(
            "trial 0 joins bracket 0, its configuration is from fgf (random):"
                + " no model yet: it needs 8 values at one level,"
                + " or 3 values at one level and 1 at full fidelity");
    assertThat(pending(c)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"random, random", "sobol, sobol", "smac, smac (sobol)", "bohb, bohb (random)"})
  void shouldSayWhatStandsInForTheModel(String sampler, String origin) {
    Conversation c = new Conversation(Specs.of(3, 3).sampler(sampler).spec());
    c.ask("A", 1);
    assertThat(c.trial(0).origin()).isEqualTo(origin);
  }

  @Test
  void shouldAskTheModelAsSoonAsThereMayBeOne() {
    assertThat(pending(withModel(SPECS))).containsExactly(0L);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "3, 3"})
  void shouldPrepareAsManyAsTheDefinitionSays(int ahead, int requests) {
    Conversation c = withModel(Specs.of(3, 3).sampler("fgf").loops(20).suggestionsAhead(ahead));
    assertThat(pending(c)).hasSize(requests);
    c.ask("B", 1);
    assertThat(pending(c)).as("and one for the slot that waits").hasSize(requests + 1);
  }

  @Test
  void shouldPrepareMoreOnceTheDefinitionIsAmended() {
    Conversation c = withModel(SPECS);
    c.apply(
        RequestedState.ACTIVE, Specs.of(3, 3).sampler("fgf").loops(20).suggestionsAhead(4).spec());
    assertThat(c.rejection()).isEmpty();
    assertThat(pending(c)).hasSize(4);
  }

  @Test
  void shouldAnswerAnAskFromWhatIsPrepared() {
    Conversation c = withModel(SPECS);
    c.on(suggestion(0, ONE));
    assertThat(c.ask("B", 1)).containsExactly("B: START trial 3 attempt 1, from 0 until 3");

    assertThat(c.trial(3).configuration()).isEqualTo(ONE);
    assertThat(prepared(c)).isEmpty();
    assertThat(pending(c)).as("the next one").containsExactly(1L);
  }

  @Test
  void shouldLetASlotWaitForTheModelWhenNothingIsPrepared() {
    Conversation c = withModel(SPECS);
    assertThat(c.ask("B", 1)).containsExactly("B: WAIT");
    assertThat(c.on(suggestion(0, ONE)))
        .containsExactly("B: START trial 3 attempt 1, from 0 until 3");
    assertThat(pending(c)).containsExactly(1L);
  }

  @Test
  void shouldMakeASuggestionAnewWhenThereAreMoreValues() {
    Conversation c = withModel(SPECS);
    c.on(suggestion(0, ONE));
    c.ask("B", 1);
    c.on(suggestion(1, TWO));
    assertThat(pending(c)).as("nothing is missing").isEmpty();

    c.report("B", 3, 1, 3, 0.5);
    assertThat(pending(c)).as("a value at full fidelity").containsExactly(2L);
    assertThat(prepared(c)).as("in use until then").containsExactly(1L);

    c.on(suggestion(2, Configuration.of(Map.of("x", 4.0, "y", 2.0, "z", 3.0))));
    assertThat(prepared(c)).containsExactly(2L);
    assertThat(c.last().facts())
        .contains(
            new Fact.SuggestionDropped(
                1, "stale: made from 4 values, 1 of them at full fidelity, now there are 5 and 2"));
  }

  @Test
  void shouldAnswerFromAStaleSuggestionRatherThanLetASlotWait() {
    Conversation c = withModel(SPECS);
    c.on(suggestion(0, ONE));
    c.ask("B", 1);
    c.on(suggestion(1, TWO));
    c.report("B", 3, 1, 3, 0.5);
    c.ask("B", 2);

    assertThat(c.trial(4).configuration()).isEqualTo(TWO);
    assertThat(pending(c)).containsExactly(2L);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 100, 10, 104, true, false",
    "10, 100, 10, 105, true, true",
    "10, 100, 10, 105, false, false",
    "10, 100, 11, 101, false, true",
    "39, 100, 40, 101, true, true",
    "40, 100, 41, 101, true, false",
    "40, 100, 42, 102, true, true",
  })
  void shouldBeStaleWhenTheDataGrewByATwentieth(
      int full, int all, int fullNow, int allNow, boolean lowerLevels, boolean stale) {
    Suggestions.Data then = new Suggestions.Data(full, 50, all);
    assertThat(then.isStaleBeside(new Suggestions.Data(fullNow, 50, allNow), lowerLevels))
        .isEqualTo(stale);
  }

  @Test
  void shouldDrawAtRandomWhenASuggestionDoesNotCome() {
    Conversation c = withModel(SPECS);
    c.ask("B", 1);
    assertThat(c.expired(new LeaseKey.OfSuggestion(0)))
        .containsExactly("B: START trial 3 attempt 1, from 0 until 3");
    assertThat(c.trial(3).origin()).isEqualTo("fgf (random)");
    assertThat(c.last().reasons().stream().filter(r -> r.rule().equals("create")).findFirst())
        .hasValueSatisfying(
            r ->
                assertThat(r.values())
                    .containsEntry("reason", "no suggestion within the deadline")
                    .containsEntry("request", "0"));
    c.on(suggestion(0, ONE));
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
  }

  @Test
  void shouldTakeTheNextCandidateWhenTheFirstExists() {
    Conversation c = withModel(SPECS);
    enqueue(c, ONE);
    c.ask("B", 1);
    c.ask("C", 1);
    c.on(suggestion(0, ONE, TWO));
    assertThat(c.grant().configuration()).isEqualTo(TWO);
  }

  @Test
  void shouldDrawAtRandomWhenEveryCandidateExists() {
    Conversation c = withModel(SPECS);
    enqueue(c, ONE);
    c.ask("B", 1);
    c.ask("C", 1);
    c.on(suggestion(0, ONE));
    Trial trial = c.trial(c.grant().trial());
    assertThat(trial.configuration()).isNotEqualTo(ONE);
    assertThat(trial.origin()).isEqualTo("fgf (random)");
    assertThat(c.reason(trial.number())).contains("every candidate was tried meanwhile");
  }

  @Test
  void shouldIgnoreCandidatesOutsideTheSpace() {
    Conversation c = withModel(SPECS);
    c.ask("B", 1);
    c.on(suggestion(0, Configuration.of(Map.of("x", 99.0, "y", 2.0, "z", 3.0)), ONE));
    assertThat(c.grant().configuration()).isEqualTo(ONE);
  }

  @Test
  void shouldNotTakeASuggestionForAnEarlierIncarnation() {
    Conversation c = withModel(SPECS);
    c.ask("B", 1);
    c.on(new StudyEvent.SuggestionArrived(0, new UUID(9, 9), 0, List.of(ONE), 1, new TreeMap<>()));
    assertThat(c.rejection()).contains(Rejection.Kind.ZOMBIE);
    c.on(suggestion(0, ONE));
    assertThat(c.grant().configuration()).isEqualTo(ONE);
  }

  @Test
  void shouldFinishWhenTheSpaceIsExhausted() {
    SearchSpace four =
        SearchSpace.of(
                List.of(
                    OrdinalParameter.of("a", 1, 2), new BooleanParameter("b", Optional.empty())))
            .orElseThrow();
    Conversation c = withModel(Specs.of(3, 3).sampler("fgf").loops(20).space(four));
    c.ask("B", 1);
    c.on(suggestion(0));
    c.report("B", 3, 1, 3, 0.5);
    c.ask("B", 2);
    c.on(suggestion(c.state().suggestions().pending().head()._1()));

    assertThat(c.state().trials()).hasSize(4);
    assertThat(c.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(c.state().statusReason()).isEqualTo("the search space is exhausted");
  }

  @Test
  void shouldSayOfATrialWhereItsConfigurationCameFrom() {
    Conversation c = withModel(SPECS);
    SortedMap<String, String> why = new TreeMap<>();
    why.put("sampler", "fgf");
    why.put("origin", "fgf");
    why.put("reason", "model");
    why.put("weights", "0.4 0.6");
    c.on(new StudyEvent.SuggestionArrived(0, Conversation.INCARNATION, 0, List.of(ONE), 9, why));
    c.ask("B", 1);

    assertThat(c.trial(3).origin()).isEqualTo("fgf");
    assertThat(c.reason(3))
        .isEqualTo("trial 3 joins bracket 1, its configuration is from fgf, request 0: model");
    assertThat(c.last().reasons().get(c.last().reasons().size() - 2).values())
        .containsEntry("weights", "0.4 0.6")
        .containsEntry("request", "0");
  }

  @Test
  void shouldLetGoOfEverySuggestionWhenTheStudyEnds() {
    Conversation c = withModel(SPECS);
    c.on(suggestion(0, ONE));
    c.ask("B", 1);
    c.on(suggestion(1, TWO));
    c.ask("C", 1);
    c.apply(RequestedState.CANCELLED, SPECS.spec());

    assertThat(pending(c)).isEmpty();
    assertThat(prepared(c)).isEmpty();
  }

  /** Three trials at 1, the best of them at 3. */
  private Conversation withModel(Specs specs) {
    Conversation c = new Conversation(specs.spec());
    for (int trial = 0; trial < 3; trial++) {
      c.train("A", ++asks, 1.0 - trial / 10.0);
    }
    c.report("A", 2, 1, 3, 0.7);
    assertThat(c.trial(2).status()).isEqualTo(TrialStatus.COMPLETED);
    return c;
  }

  private static Iterable<Long> pending(Conversation c) {
    return c.state().suggestions().pending().keySet();
  }

  private static Iterable<Long> prepared(Conversation c) {
    return c.state().suggestions().prepared().keySet();
  }

  private static StudyEvent suggestion(long request, Configuration... candidates) {
    return new StudyEvent.SuggestionArrived(
        0, Conversation.INCARNATION, request, List.of(candidates), 1, new TreeMap<>());
  }

  @Test
  void shouldDrawWhatAnEnqueuedPartLacksTheSameForTheSamePart() {
    Configuration part = Configuration.of(Map.of("y", 2.0));
    List<String> made = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      Conversation c = new Conversation(SPECS.spec());
      enqueuePart(c, part, 2);
      enqueuePart(c, part, 2); // once more changes nothing
      c.ask("A", 1);
      c.ask("B", 1);
      c.ask("C", 1);
      assertThat(c.trial(0).configuration().values())
          .containsEntry("y", 2.0)
          .containsOnlyKeys("x", "y", "z");
      assertThat(c.trial(1).configuration()).isNotEqualTo(c.trial(0).configuration());
      assertThat(List.of(c.trial(0).origin(), c.trial(1).origin(), c.trial(2).origin()))
          .containsExactly("enqueued", "enqueued", "fgf (random)");
      made.add(c.trial(0).configuration().canonical());
    }
    assertThat(made.get(1)).isEqualTo(made.get(0));
  }

  @Test
  void shouldRefuseAPartThatFitsNoConfiguration() {
    Conversation c = new Conversation(SPECS.spec());
    enqueuePart(c, Configuration.of(Map.of("y", 99_999.0)), 1);
    enqueuePart(c, Configuration.of(Map.of("nobody", 1.0)), 1);
    enqueue(c, Configuration.of(Map.of("y", 2.0))); // whole ones are wanted
    c.ask("A", 1);
    assertThat(c.trial(0).origin()).isEqualTo("fgf (random)");
  }

  private static void enqueuePart(Conversation c, Configuration part, int replicate) {
    c.on(
        new StudyEvent.Enqueued(
            0, Optional.of(Conversation.INCARNATION), List.of(part), replicate, true));
  }

  private static void enqueue(Conversation c, Configuration configuration) {
    c.on(
        new StudyEvent.Enqueued(
            0, Optional.of(Conversation.INCARNATION), List.of(configuration), 1));
  }
}
