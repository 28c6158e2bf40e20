package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Rule;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which trial a parked slot gets: one that is ready to go on, otherwise a new one
 * (docs/algorithms.md section 8).
 */
public final class WorkAssignment {

  private WorkAssignment() {}

  /**
   * Gives work to parked slots, first to those that hold a continuing trial, then in their order of
   * arrival.
   */
  public static RuleResult serve(RuleContext study) {
    if (study.state().status() != StudyStatus.ACTIVE) {
      return RuleResult.NOTHING;
    }
    return PromotionRule.of(study.spec())
        .workersFree(study, study.state().slotTable().parked().size())
        .then(WorkAssignment::serveHolders)
        .then(WorkAssignment::serveNext)
        .then(after -> SuggestionRules.request(after, after.state().slotTable().parked().size()));
  }

  private static RuleResult serveHolders(RuleContext study) {
    StudyState state = study.state();
    if (state.ready().isEmpty()) {
      return RuleResult.NOTHING;
    }
    List<Rule> holders = new ArrayList<>();
    for (SlotId id : state.slotTable().parked().values()) {
      Slot slot = state.slotTable().find(id).orElseThrow();
      if (!slot.holding().isEmpty()) {
        holders.add(after -> serveHolder(after, slot));
      }
    }
    return RuleResult.NOTHING.thenEach(holders);
  }

  private static RuleResult serveHolder(RuleContext study, Slot slot) {
    return slot.holding().stream()
        .filter(h -> study.state().trial(h.trial()).isPresent())
        .map(h -> study.trial(h.trial()))
        .filter(t -> t.status() == TrialStatus.PENDING)
        .min((a, b) -> ready(a).compareTo(ready(b)))
        .map(trial -> Grants.give(study, slot, trial))
        .orElse(RuleResult.NOTHING);
  }

  private static StudyState.Ready ready(Trial trial) {
    return new StudyState.Ready(trial.bracket(), trial.number());
  }

  /** Gives work to the slot that waits longest, and so on until there is no work left. */
  private static RuleResult serveNext(RuleContext study) {
    StudyState state = study.state();
    if (state.slotTable().parked().isEmpty()) {
      return RuleResult.NOTHING;
    }
    Slot slot = state.slotTable().find(state.slotTable().parked().head()._2()).orElseThrow();
    if (!state.ready().isEmpty()) {
      return Grants.give(study, slot, study.trial(state.ready().head().trial()))
          .then(WorkAssignment::serveNext);
    }
    return mayCreate(study) ? serveNew(study, slot) : RuleResult.NOTHING;
  }

  static boolean mayCreate(RuleContext study) {
    return ConfigurationSupply.endOfTrials(study.state()).isEmpty()
        && (freeBracket(study).isPresent()
            || BracketArrangement.endOfBrackets(study.state()).isEmpty());
  }

  private static OptionalInt freeBracket(RuleContext study) {
    for (int number : study.state().open()) {
      if (study.bracket(number).hasFreeSlot()) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }

  /** A new trial in the oldest bracket with a free slot, or in a new bracket. */
  private static RuleResult serveNew(RuleContext study, Slot slot) {
    ConfigurationSupply.Next next = ConfigurationSupply.next(study);
    if (next.source().isEmpty()) {
      return next.found();
    }
    ConfigurationSupply.Source source = next.source().get();
    int number = study.state().trials().size();
    RuleResult bracket =
        freeBracket(study).isPresent() ? RuleResult.NOTHING : BracketArrangement.open(study);
    return bracket
        .then(after -> create(after, number, freeBracket(after).orElseThrow(), source))
        .then(after -> Grants.give(after, slot, after.trial(number)))
        .then(after -> waits(after, slot) ? RuleResult.NOTHING : serveNext(after));
  }

  private static boolean waits(RuleContext study, Slot slot) {
    return study.state().slotTable().find(slot.id()).filter(Slot::isParked).isPresent();
  }

  private static RuleResult create(
      RuleContext study, int number, int bracket, ConfigurationSupply.Source source) {
    SortedMap<String, String> values =
        new TreeMap<>(SuggestionRules.shown(study, source.explanation()));
    values.put("origin", source.origin());
    values.put("bracket", Integer.toString(bracket));
    source.request().ifPresent(request -> values.put("request", Long.toString(request)));
    return study
        .result()
        .fact(
            new Fact.TrialCreated(
                number,
                source.configuration(),
                source.origin(),
                bracket,
                source.request(),
                source.enqueued(),
                study.bracket(bracket).plan().startLevel()))
        .because(
            "create",
            number,
            Text.of(
                "trial %d joins bracket %d, its configuration is from %s%s: %s",
                number,
                bracket,
                source.origin(),
                source.request().isPresent() ? ", request " + source.request().getAsLong() : "",
                source.explanation().get("reason")),
            values)
        .done();
  }
}
