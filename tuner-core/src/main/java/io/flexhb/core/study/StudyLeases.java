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
 * Which leases a study has: what starts, renews and ends them. Used by the driver of the engine, on
 * the thread that owns the study; times are passed in.
 *
 * <pre>
 * restart(state, now)                    when the study is taken over
 * onEvent(state, event, now)             for each event, whatever it led to
 * onChange(before, after, changes, now)  then, when it changed the study
 * book().due(now), book().returned(check, now)
 * </pre>
 *
 * <p>Everything that trains or is expected to ask has a lease, so that the study never waits in
 * vain:
 *
 * <ul>
 *   <li>a live attempt: the time a start may take, and after its first sign of life the time it may
 *       be silent;
 *   <li>a parked slot: three of its repeated asks;
 *   <li>a slot whose attempt has ended and that has not asked yet: the time an attempt may be
 *       silent. Otherwise a worker that dies in between would stay in the study forever, and the
 *       asks of a successor of the same name that numbers them from 1 would be ignored;
 *   <li>a pending suggestion, and the study itself up to its deadline.
 * </ul>
 *
 * An ended study has none.
 */
public final class StudyLeases {

  /** Two of a parked slot's asks may be missed, like two heartbeats of an attempt. */
  private static final int ASKS_PER_LEASE = 3;

  private final LeaseBook book = new LeaseBook();

  /** The clocks themselves. */
  public LeaseBook book() {
    return book;
  }

  /** Restarts all leases: no sign of life could arrive while the engine had no driver. */
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
   * An event is a sign of life of its sender, whatever it leads to, except an ignored ask.
   *
   * @param state the study after it
   */
  public void onEvent(StudyState state, StudyEvent event, long now) {
    if (event instanceof StudyEvent.AttemptEvent said) {
      if (said.attempt().incarnation().equals(state.incarnation()) && isOfItsSlot(said, state)) {
        book.renew(attempt(said.attempt().trial(), said.attempt().attempt()), now);
      }
    } else if (event instanceof StudyEvent.WorkAsked asked) {
      if (isCounted(asked, state)) {
        book.renew(new LeaseKey.OfSlot(asked.slot()), now);
      }
    } else if (event instanceof StudyEvent.LeaseExpired expired) {
      book.end(expired.lease());
      if (expired.lease() instanceof LeaseKey.OfStudy) {
        // Too early by the clock of the decision, which was set back.
        deadline(state, now);
      }
    }
  }

  /** Whether the event is from the attempt's own slot; events from others keep nothing alive. */
  private static boolean isOfItsSlot(StudyEvent.AttemptEvent said, StudyState state) {
    return state
        .trial(said.attempt().trial())
        .flatMap(Trial::slot)
        .filter(said.slot()::equals)
        .isPresent();
  }

  /**
   * Whether an ask counts. One with a number below the newest is ignored until its slot is
   * forgotten. It must not keep the slot alive, or a worker that restarts its numbers would be
   * ignored forever.
   */
  private static boolean isCounted(StudyEvent.WorkAsked asked, StudyState state) {
    return asked.incarnation().map(state.incarnation()::equals).orElse(true)
        && state
            .slotTable()
            .find(asked.slot())
            .filter(slot -> slot.askSequence() == asked.askSequence())
            .isPresent();
  }

  /**
   * A decision changed the study. Visits only what the decision changed.
   *
   * @param before empty when it created the study
   */
  public void onChange(
      Optional<StudyState> before, StudyState after, StateChanges changes, long now) {
    if (after.status().isOver()) {
      book.endAll();
      return;
    }
    if (before.filter(state -> state.status().isOver()).isPresent()) {
      // It is re-opened and had no leases.
      restart(after, now);
      return;
    }
    for (int number : changes.trials()) {
      trial(before.flatMap(state -> state.trial(number)), after.trials().get(number), after, now);
    }
    for (SlotId id : changes.slots()) {
      slot(id, before, after, now);
    }
    for (long request : changes.requests()) {
      suggestion(request, after, now);
    }
    if (changes.spec()) {
      deadline(after, now);
    }
  }

  private void trial(Optional<Trial> before, Trial is, StudyState after, long now) {
    Optional<Trial> was = before.filter(Trial::isLive);
    was.filter(t -> !is.isLive() || t.attempt() != is.attempt())
        .ifPresent(t -> book.end(attempt(t.number(), t.attempt())));
    // A continuing attempt has its lease, which only a sign of life renews.
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
