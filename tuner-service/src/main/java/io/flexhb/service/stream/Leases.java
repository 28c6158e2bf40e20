package io.flexhb.service.stream;

import io.flexhb.core.study.LeaseBook;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.StudyLeases;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.store.DueStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The lease clocks of all studies of a task; {@link StudyLeases} knows what has a lease. Clocks
 * live only in the heap and restart when a study is loaded, so that a tuner that was down reads
 * pending signs of life before it suspects a worker. A study that leaves the heap keeps its clocks:
 * their number depends on live workers, not on trials. The due store remembers which studies have
 * leases.
 */
final class Leases {

  /** A lease to be checked. */
  record Check(String study, UUID incarnation, LeaseBook.Check check) {}

  private record Clocks(UUID incarnation, StudyLeases leases) {

    LeaseBook book() {
      return leases.book();
    }
  }

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
    StudyLeases leases = new StudyLeases();
    leases.restart(state, now);
    keep(state, leases);
  }

  /**
   * An event reached the study without changing it; renews the leases that it is a sign of life
   * for.
   */
  void renew(StudyState state, StudyEvent event) {
    Clocks clocks = studies.get(state.spec().study());
    if (clocks != null) {
      clocks.leases().onEvent(state, event, event.time());
      if (clocks.book().earliest().isEmpty()) {
        forget(state.spec().study());
      }
    }
  }

  /** An event changed the study; starts, renews and ends its leases. */
  void changed(
      Optional<StudyState> before, StudyState after, StateChanges changes, StudyEvent event) {
    Clocks clocks = studies.get(after.spec().study());
    StudyLeases leases = clocks == null ? new StudyLeases() : clocks.leases();
    leases.onEvent(after, event, event.time());
    leases.onChange(before, after, changes, event.time());
    keep(after, leases);
  }

  /** A lease check came back; returns whether the lease has expired. */
  boolean returned(String study, LeaseBook.Check check, long now) {
    Clocks clocks = studies.get(study);
    return clocks != null && clocks.book().returned(check, now);
  }

  /** Drops the study's clocks; they restart when it is loaded. */
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

  private void keep(StudyState state, StudyLeases leases) {
    String study = state.spec().study();
    OptionalLong earliest = leases.book().earliest();
    if (earliest.isEmpty()) {
      forget(study);
      return;
    }
    studies.put(study, new Clocks(state.incarnation(), leases));
    if (due.of(study).isEmpty()) {
      due.set(study, earliest.getAsLong());
    }
  }

  /** The study has no leases left. */
  private void forget(String study) {
    studies.remove(study);
    due.clear(study);
  }
}
