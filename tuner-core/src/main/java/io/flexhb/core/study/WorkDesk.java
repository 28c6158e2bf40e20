package io.flexhb.core.study;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Answers slots that ask for work, in the order of docs/algorithms.md section 8. */
final class WorkDesk {

  private WorkDesk() {}

  /** A slot asks. The same ask gets the same answer however often it is sent. */
  static void asked(Deliberation d, StudyEvent.WorkAsked event) {
    SlotId id = event.slot();
    if (event.incarnation().isPresent()
        && !event.incarnation().get().equals(d.state().incarnation())) {
      d.reject(
          Rejection.Kind.ZOMBIE,
          Text.of("slot %s asks for another incarnation of study %s", id, d.spec().study()));
      d.send(d.release(id, event.askSequence()));
      return;
    }
    Optional<Slot> known = d.state().desk().find(id);
    if (known.isPresent() && event.askSequence() < known.get().askSequence()) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of(
              "slot %s asked %d before, this is %d",
              id, known.get().askSequence(), event.askSequence()));
      return;
    }
    if (known.isPresent() && event.askSequence() == known.get().askSequence()) {
      answerAgain(d, known.get());
      return;
    }
    known.ifPresent(slot -> Losses.abandoned(d, slot));
    if (d.state().status().isOver()) {
      d.send(d.release(id, event.askSequence()));
      return;
    }
    String why =
        d.state().status() == StudyStatus.PAUSED ? "the study is paused" : "no work at the moment";
    Command wait = d.waitFor(id, event.askSequence(), why);
    d.fact(
        new Fact.Parked(
            new Slot(
                id,
                event.askSequence(),
                d.state().desk().nextOrder(),
                event.holding(),
                -1,
                0,
                Optional.of(wait))));
  }

  private static void answerAgain(Deliberation d, Slot slot) {
    d.reject(
        Rejection.Kind.DUPLICATE,
        Text.of("slot %s sent ask %d again", slot.id(), slot.askSequence()));
    if (slot.isParked()) {
      slot.waiting().ifPresent(d::send);
      return;
    }
    Trial trial = d.trial(slot.trial());
    if (trial.attempt() == slot.attempt()) {
      trial.inForce().ifPresent(d::send);
    }
  }

  /**
   * Gives work to parked slots, first those that hold a trial that goes on, then in the order they
   * came.
   */
  static void serve(Deliberation d) {
    if (d.state().status() != StudyStatus.ACTIVE) {
      return;
    }
    if (d.spec().isAsynchronous()) {
      Asha.promote(d, d.state().desk().parked().size());
    }
    if (!d.state().ready().isEmpty()) {
      for (SlotId holder : d.state().desk().parked().values()) {
        serveHolder(d, slot(d, holder));
      }
    }
    for (SlotId next : d.state().desk().parked().values()) {
      if (!serveNext(d, slot(d, next))) {
        break;
      }
    }
    Preparation.request(d, d.state().desk().parked().size());
  }

  /** A slot that asked and got nothing hears WAIT. */
  static void answerParked(Deliberation d, SlotId id) {
    d.state().desk().find(id).filter(Slot::isParked).flatMap(Slot::waiting).ifPresent(d::send);
  }

  private static Slot slot(Deliberation d, SlotId id) {
    return d.state().desk().find(id).orElseThrow();
  }

  private static void serveHolder(Deliberation d, Slot slot) {
    slot.holding().stream()
        .filter(h -> d.state().trial(h.trial()).isPresent())
        .map(h -> d.trial(h.trial()))
        .filter(t -> t.status() == TrialStatus.PENDING)
        .min((a, b) -> ready(a).compareTo(ready(b)))
        .ifPresent(trial -> Grants.give(d, slot, trial));
  }

  private static StudyState.Ready ready(Trial trial) {
    return new StudyState.Ready(trial.bracket(), trial.number());
  }

  /** Returns false when nothing is left for this slot, and so for none behind it. */
  private static boolean serveNext(Deliberation d, Slot slot) {
    while (!d.state().ready().isEmpty()) {
      if (Grants.give(d, slot, d.trial(d.state().ready().head().trial()))) {
        return true;
      }
    }
    OptionalInt created = create(d);
    return created.isPresent() && Grants.give(d, slot, d.trial(created.getAsInt()));
  }

  static boolean mayCreate(Deliberation d) {
    return Supply.endOfTrials(d.state()).isEmpty()
        && (freeBracket(d).isPresent() || Arrangement.endOfBrackets(d.state()).isEmpty());
  }

  private static OptionalInt freeBracket(Deliberation d) {
    for (int number : d.state().open()) {
      if (d.bracket(number).hasFreeSlot()) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }

  /** A new trial in the oldest bracket with a free slot, or in a new bracket. */
  private static OptionalInt create(Deliberation d) {
    if (!mayCreate(d)) {
      return OptionalInt.empty();
    }
    Optional<Supply.Source> source = Supply.next(d);
    if (source.isEmpty()) {
      return OptionalInt.empty();
    }
    OptionalInt free = freeBracket(d);
    int bracket = free.isPresent() ? free.getAsInt() : Arrangement.open(d);
    int number = d.state().trials().size();
    d.fact(
        new Fact.TrialCreated(
            number,
            source.get().configuration(),
            source.get().origin(),
            bracket,
            source.get().request(),
            source.get().enqueued(),
            d.bracket(bracket).plan().startLevel()));
    explain(d, number, bracket, source.get());
    return OptionalInt.of(number);
  }

  private static void explain(Deliberation d, int trial, int bracket, Supply.Source source) {
    SortedMap<String, String> values = new TreeMap<>(source.explanation());
    values.put("origin", source.origin());
    values.put("bracket", Integer.toString(bracket));
    source.request().ifPresent(request -> values.put("request", Long.toString(request)));
    d.because(
        "create",
        trial,
        Text.of(
            "trial %d joins bracket %d, its configuration is from %s%s: %s",
            trial,
            bracket,
            source.origin(),
            source.request().isPresent() ? ", request " + source.request().getAsLong() : "",
            source.explanation().get("reason")),
        values);
  }
}
