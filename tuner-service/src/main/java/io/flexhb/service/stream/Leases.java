package io.flexhb.service.stream;

import io.flexhb.core.spec.Patience;
import io.flexhb.core.study.LeaseBook;
import io.flexhb.core.study.LeaseKey;
import io.flexhb.core.study.Slot;
import io.flexhb.core.study.SlotId;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.core.study.StudyState;
import io.flexhb.core.study.Trial;
import io.flexhb.service.store.DueStore;
import io.flexhb.service.store.Touched;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The clocks of all leases of a task. They live in the heap only and start anew when a study is
 * loaded, so that a tuner that was away hears everybody before it doubts anybody. A study that
 * leaves the heap keeps its clocks: they are as many as live workers, not as trials. The due store
 * remembers which studies have any.
 */
final class Leases {

  /** A parked slot may miss two of its repeated asks. */
  private static final int ASKS_PER_SLOT_LEASE = 3;

  /** A lease to be checked. */
  record Check(String study, UUID incarnation, LeaseBook.Check check) {}

  private record Clocks(UUID incarnation, LeaseBook book) {}

  private final DueStore due;
  private final Map<String, Clocks> studies = new HashMap<>();

  Leases(DueStore due) {
    this.due = due;
  }

  boolean knows(String study) {
    return studies.containsKey(study);
  }

  /** Starts all leases of a study. */
  void startAll(StudyState state, long now) {
    LeaseBook book = new LeaseBook();
    for (Trial trial : state.trials()) {
      if (trial.isLive()) {
        book.start(attempt(trial), now, millis(trial, state.spec().patience()));
      }
    }
    for (Slot slot : state.desk().slots().values()) {
      slot(book, slot.id(), Optional.of(slot), state, now);
    }
    for (long request : state.suggestions().pending().keySet()) {
      suggestion(book, request, state, now);
    }
    deadline(book, state, now);
    keep(state, book);
  }

  /** A decision changed the study. */
  void changed(Optional<StudyState> before, StudyState after, Touched touched, long now) {
    if (after.status().isOver()) {
      forget(after.spec().study());
      return;
    }
    Clocks clocks = studies.get(after.spec().study());
    LeaseBook book = clocks == null ? new LeaseBook() : clocks.book();
    for (int number : touched.trials()) {
      Optional<Trial> was = before.flatMap(s -> s.trial(number)).filter(Trial::isLive);
      trial(book, was, after.trials().get(number), after.spec().patience(), now);
    }
    for (SlotId id : touched.slots()) {
      Optional<Slot> slot = after.desk().slots().get(id).toJavaOptional();
      boolean same = slot.isPresent() && slot.equals(before.flatMap(s -> slotOf(s, id)));
      if (!same) {
        slot(book, id, slot, after, now);
      }
    }
    for (long request : touched.requests()) {
      suggestion(book, request, after, now);
    }
    if (touched.spec()) {
      deadline(book, after, now);
    }
    keep(after, book);
  }

  /** Somebody was heard. */
  void heard(StudyState state, StudyEvent event) {
    Clocks clocks = studies.get(state.spec().study());
    if (clocks == null) {
      return;
    }
    if (event instanceof StudyEvent.AttemptEvent said) {
      if (said.attempt().incarnation().equals(state.incarnation())) {
        LeaseKey key = new LeaseKey.OfAttempt(said.attempt().trial(), said.attempt().attempt());
        clocks.book().renew(key, event.time());
      }
    } else if (event instanceof StudyEvent.WorkAsked asked) {
      clocks.book().renew(new LeaseKey.OfSlot(asked.slot()), event.time());
    }
  }

  /** A check came back; returns whether the lease has run out. */
  boolean returned(String study, LeaseBook.Check check, long now) {
    Clocks clocks = studies.get(study);
    return clocks != null && clocks.book().returned(check, now);
  }

  /** The study has no leases any more. */
  void forget(String study) {
    studies.remove(study);
    due.clear(study);
  }

  /** The study's clocks are lost; they start anew when it is loaded. */
  void evict(String study) {
    studies.remove(study);
  }

  /** All leases to be checked now. */
  List<Check> due(long now) {
    List<Check> checks = new ArrayList<>();
    studies.forEach(
        (study, clocks) -> {
          OptionalLong earliest = clocks.book().earliest();
          if (earliest.isPresent() && earliest.getAsLong() <= now) {
            clocks
                .book()
                .due(now)
                .forEach(check -> checks.add(new Check(study, clocks.incarnation(), check)));
            due.set(study, clocks.book().earliest().orElse(now));
          }
        });
    return checks;
  }

  private void keep(StudyState state, LeaseBook book) {
    String study = state.spec().study();
    OptionalLong earliest = book.earliest();
    if (earliest.isEmpty()) {
      forget(study);
      return;
    }
    studies.put(study, new Clocks(state.incarnation(), book));
    if (due.of(study).isEmpty()) {
      due.set(study, earliest.getAsLong());
    }
  }

  private static void trial(
      LeaseBook book, Optional<Trial> was, Trial is, Patience patience, long now) {
    was.filter(t -> !is.isLive() || t.attempt() != is.attempt())
        .ifPresent(t -> book.end(attempt(t)));
    boolean same =
        was.filter(t -> t.attempt() == is.attempt() && t.started() == is.started()).isPresent();
    if (is.isLive() && !same) {
      book.start(attempt(is), now, millis(is, patience));
    }
  }

  private static void slot(
      LeaseBook book, SlotId id, Optional<Slot> slot, StudyState state, long now) {
    LeaseKey key = new LeaseKey.OfSlot(id);
    if (slot.filter(Slot::isParked).isPresent()) {
      book.start(key, now, ASKS_PER_SLOT_LEASE * state.spec().patience().waitMillis());
    } else {
      book.end(key);
    }
  }

  private static void suggestion(LeaseBook book, long request, StudyState state, long now) {
    LeaseKey key = new LeaseKey.OfSuggestion(request);
    if (!state.suggestions().pending().containsKey(request)) {
      book.end(key);
    } else if (!book.has(key)) {
      book.start(key, now, state.spec().patience().suggestionMillis());
    }
  }

  private static void deadline(LeaseBook book, StudyState state, long now) {
    LeaseKey key = new LeaseKey.OfStudy();
    OptionalLong deadline = state.spec().limits().deadlineMillis();
    if (deadline.isEmpty() || state.status().isOver()) {
      book.end(key);
    } else {
      book.start(key, now, Math.max(1, state.createdAt() + deadline.getAsLong() - now));
    }
  }

  private static Optional<Slot> slotOf(StudyState state, SlotId id) {
    return state.desk().slots().get(id).toJavaOptional();
  }

  private static LeaseKey attempt(Trial trial) {
    return new LeaseKey.OfAttempt(trial.number(), trial.attempt());
  }

  /** An attempt that was never heard of has the time a start may take. */
  private static long millis(Trial trial, Patience patience) {
    return trial.started() ? patience.leaseMillis() : patience.startMillis();
  }
}
