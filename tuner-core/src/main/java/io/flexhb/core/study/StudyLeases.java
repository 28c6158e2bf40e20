package io.flexhb.core.study;

import io.flexhb.core.spec.Patience;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which leases a study has: what starts, renews and ends them. For whoever drives the engine, on
 * the thread that owns the study; times are passed in.
 *
 * <pre>
 * restart(state, now)                   when the study is taken over
 * heard(state, event, now)              for each event, whatever it led to
 * changed(before, after, touched, now)  then, when it changed the study
 * book().due(now), book().returned(check, now)
 * </pre>
 *
 * <p>Whatever trains or is expected to ask has a lease, so that nothing is waited for in vain:
 *
 * <ul>
 *   <li>a live attempt: the time a start may take, once it was heard of the time it may be silent;
 *   <li>a parked slot: three of its repeated asks;
 *   <li>a slot whose attempt has ended and that has yet to ask: the time an attempt may be silent.
 *       Else a worker that dies in between stays in the study for ever, and its successor of the
 *       same name is not listened to as long as it numbers its asks from 1;
 *   <li>a pending suggestion, and the study itself up to its deadline.
 * </ul>
 *
 * A study that is over has none.
 */
public final class StudyLeases {

  /** Two of a parked slot's asks may be missed, as two heartbeats of an attempt. */
  private static final int ASKS_PER_LEASE = 3;

  private final LeaseBook book = new LeaseBook();

  /** The clocks themselves. */
  public LeaseBook book() {
    return book;
  }

  /** All leases begin anew: while nobody drove the engine nobody could be heard. */
  public void restart(StudyState state, long now) {
    book.endAll();
    if (state.status().isOver()) {
      return;
    }
    for (Trial trial : state.trials()) {
      if (trial.isLive()) {
        startAttempt(trial, state.spec().patience(), now);
      }
    }
    for (Slot slot : state.slotTable().slots().values()) {
      if (!state.trains(slot)) {
        startSlot(slot, state.spec().patience(), now);
      }
    }
    for (long request : state.suggestions().pending().keySet()) {
      suggestion(request, state, now);
    }
    deadline(state, now);
  }

  /**
   * An event is a sign of life of its sender, whatever it leads to; not so an ask that is ignored.
   *
   * @param state the study after it
   */
  public void heard(StudyState state, StudyEvent event, long now) {
    if (event instanceof StudyEvent.AttemptEvent said) {
      if (said.attempt().incarnation().equals(state.incarnation()) && isOfItsSlot(said, state)) {
        book.renew(attempt(said.attempt().trial(), said.attempt().attempt()), now);
      }
    } else if (event instanceof StudyEvent.WorkAsked asked) {
      if (isHeard(asked, state)) {
        book.renew(new LeaseKey.OfSlot(asked.slot()), now);
      }
    } else if (event instanceof StudyEvent.LeaseExpired expired) {
      book.end(expired.lease());
      if (expired.lease() instanceof LeaseKey.OfStudy) {
        // Too early by the clock it was decided by: it was set back.
        deadline(state, now);
      }
    }
  }

  /** Whoever speaks of the attempt of another slot keeps nothing alive. */
  private static boolean isOfItsSlot(StudyEvent.AttemptEvent said, StudyState state) {
    return state
        .trial(said.attempt().trial())
        .flatMap(Trial::slot)
        .filter(said.slot()::equals)
        .isPresent();
  }

  /**
   * An ask with a number below the newest is ignored until its slot is forgotten. It must not keep
   * the slot: a worker that numbers its asks anew would never be listened to.
   */
  private static boolean isHeard(StudyEvent.WorkAsked asked, StudyState state) {
    return asked.incarnation().map(state.incarnation()::equals).orElse(true)
        && state
            .slotTable()
            .find(asked.slot())
            .filter(slot -> slot.askSequence() == asked.askSequence())
            .isPresent();
  }

  /**
   * A decision changed the study. Looks at nothing but what it touched.
   *
   * @param before empty when it made the study
   */
  public void changed(
      Optional<StudyState> before, StudyState after, StateChanges touched, long now) {
    if (after.status().isOver()) {
      book.endAll();
      return;
    }
    if (before.filter(state -> state.status().isOver()).isPresent()) {
      // It is re-opened, and had none.
      restart(after, now);
      return;
    }
    for (int number : touched.trials()) {
      trial(before.flatMap(state -> state.trial(number)), after.trials().get(number), after, now);
    }
    for (SlotId id : touched.slots()) {
      slot(id, before, after, now);
    }
    for (long request : touched.requests()) {
      suggestion(request, after, now);
    }
    if (touched.spec()) {
      deadline(after, now);
    }
  }

  private void trial(Optional<Trial> before, Trial is, StudyState after, long now) {
    Optional<Trial> was = before.filter(Trial::isLive);
    was.filter(t -> !is.isLive() || t.attempt() != is.attempt())
        .ifPresent(t -> book.end(attempt(t.number(), t.attempt())));
    // An attempt that goes on has its lease, which only a sign of life renews.
    boolean goesOn =
        was.filter(t -> t.attempt() == is.attempt() && t.started() == is.started()).isPresent();
    if (is.isLive() && !goesOn) {
      startAttempt(is, after.spec().patience(), now);
    }
  }

  private void startAttempt(Trial trial, Patience patience, long now) {
    book.start(
        attempt(trial.number(), trial.attempt()),
        now,
        trial.started() ? patience.leaseMillis() : patience.startMillis());
  }

  private void slot(SlotId id, Optional<StudyState> before, StudyState after, long now) {
    Optional<Slot> is = after.slotTable().find(id);
    if (is.isEmpty() || after.trains(is.get())) {
      book.end(new LeaseKey.OfSlot(id));
      return;
    }
    boolean waitedBefore =
        before
            .filter(state -> state.slotTable().find(id).equals(is) && !state.trains(is.get()))
            .isPresent();
    if (!waitedBefore) {
      startSlot(is.get(), after.spec().patience(), now);
    }
  }

  private void startSlot(Slot slot, Patience patience, long now) {
    book.start(
        new LeaseKey.OfSlot(slot.id()),
        now,
        slot.isParked() ? ASKS_PER_LEASE * patience.waitMillis() : patience.leaseMillis());
  }

  private void suggestion(long request, StudyState state, long now) {
    LeaseKey key = new LeaseKey.OfSuggestion(request);
    if (!state.suggestions().pending().containsKey(request)) {
      book.end(key);
    } else if (!book.has(key)) {
      book.start(key, now, state.spec().patience().suggestionMillis());
    }
  }

  private void deadline(StudyState state, long now) {
    LeaseKey key = new LeaseKey.OfStudy();
    OptionalLong deadline = state.spec().limits().deadlineMillis();
    if (deadline.isEmpty() || state.status().isOver()) {
      book.end(key);
    } else {
      book.start(key, now, Math.max(1, state.createdAt() + deadline.getAsLong() - now));
    }
  }

  private static LeaseKey attempt(int trial, int attempt) {
    return new LeaseKey.OfAttempt(trial, attempt);
  }
}
