package io.flexhb.core.study;

import io.flexhb.core.spec.Patience;

/**
 * Which leases a study has: what starts, renews and ends them. For whoever drives the engine, on
 * the thread that owns the study; times are passed in.
 *
 * <pre>
 * restart(state, now)              when the study is taken over
 * heard(state, event, now)         before each event is decided
 * decided(stateAfter, facts, now)  after each decision
 * book().due(now), book().returned(check, now)
 * </pre>
 */
public final class StudyLeases {
  private final LeaseBook book = new LeaseBook();

  /** The clocks themselves. */
  public LeaseBook book() {
    return book;
  }

  /** All leases begin anew: while nobody drove the engine nobody could be heard. */
  public void restart(StudyState state, long now) {
    if (state.status().isOver()) {
      return;
    }
    if (state.spec().isAsynchronous()) {
      // Its brackets do not know their trials.
      for (Trial trial : state.trials()) {
        startAttempt(state, trial.number(), now);
      }
    }
    for (int number : state.open()) {
      for (int member : state.brackets().get(number).members()) {
        startAttempt(state, member, now);
      }
    }
    for (SlotId slot : state.desk().slots().keySet()) {
      startSlot(state, slot, now);
    }
    for (long request : state.suggestions().pending().keySet()) {
      startSuggestion(state, request, now);
    }
    startDeadline(state, now);
  }

  /** An event is a sign of life of its sender, whatever it leads to. */
  public void heard(StudyState state, StudyEvent event, long now) {
    if (event instanceof StudyEvent.AttemptEvent e
        && e.attempt().incarnation().equals(state.incarnation())) {
      book.renew(new LeaseKey.OfAttempt(e.attempt().trial(), e.attempt().attempt()), now);
    } else if (event instanceof StudyEvent.WorkAsked asked) {
      book.renew(new LeaseKey.OfSlot(asked.slot()), now);
    } else if (event instanceof StudyEvent.LeaseExpired expired) {
      // Whatever is still to be waited for is started again by the facts.
      book.end(expired.lease());
    }
  }

  /**
   * Follows a decision.
   *
   * @param after the state after all its facts
   */
  public void decided(StudyState after, Iterable<Fact> facts, long now) {
    for (Fact fact : facts) {
      follow(after, fact, now);
    }
  }

  private void follow(StudyState after, Fact fact, long now) {
    if (fact instanceof Fact.TrialCreated f) {
      f.request().ifPresent(request -> book.end(new LeaseKey.OfSuggestion(request)));
    } else if (fact instanceof Fact.AttemptLost f) {
      endAttempt(after, f.trial(), f.attempt(), now);
    } else if (fact instanceof Fact.OfTrial f) {
      followTrial(after, f, now);
    } else if (fact instanceof Fact.Parked f) {
      startSlot(after, f.slot(), now);
    } else if (fact instanceof Fact.SlotForgotten f) {
      book.end(new LeaseKey.OfSlot(f.slot()));
    } else if (fact instanceof Fact.SuggestionRequested f) {
      startSuggestion(after, f.request(), now);
    } else if (fact instanceof Fact.SuggestionPrepared f) {
      book.end(new LeaseKey.OfSuggestion(f.prepared().request()));
    } else if (fact instanceof Fact.SuggestionDropped f) {
      book.end(new LeaseKey.OfSuggestion(f.request()));
    } else if (fact instanceof Fact.StudyCreated
        || fact instanceof Fact.StudyAmended
        || fact instanceof Fact.StatusChanged) {
      startDeadline(after, now);
    }
  }

  private void followTrial(StudyState after, Fact.OfTrial fact, long now) {
    Trial trial = after.trials().get(fact.trial());
    if (fact instanceof Fact.Granted f) {
      book.end(new LeaseKey.OfSlot(f.slot()));
      startAttempt(after, fact.trial(), now);
    } else if (fact instanceof Fact.AttemptStarted) {
      startAttempt(after, fact.trial(), now);
    } else if (!trial.isLive()) {
      endAttempt(after, trial.number(), trial.attempt(), now);
    }
  }

  private void startAttempt(StudyState state, int number, long now) {
    Trial trial = state.trials().get(number);
    if (trial.isLive()) {
      Patience patience = state.spec().patience();
      book.start(
          new LeaseKey.OfAttempt(number, trial.attempt()),
          now,
          trial.started() ? patience.leaseMillis() : patience.startMillis());
    }
  }

  /** The slot of an ended attempt is expected to ask again; if it does not, it is forgotten. */
  private void endAttempt(StudyState after, int number, int attempt, long now) {
    LeaseKey.OfAttempt key = new LeaseKey.OfAttempt(number, attempt);
    if (book.has(key)) {
      book.end(key);
      after.trials().get(number).slot().ifPresent(slot -> startSlot(after, slot, now));
    }
  }

  private void startSlot(StudyState state, SlotId id, long now) {
    boolean idle =
        state
            .desk()
            .find(id)
            .filter(
                slot ->
                    state
                        .trial(slot.trial())
                        .filter(t -> t.isLive() && t.attempt() == slot.attempt())
                        .isEmpty())
            .isPresent();
    if (idle) {
      Patience patience = state.spec().patience();
      book.start(
          new LeaseKey.OfSlot(id),
          now,
          Math.addExact(patience.leaseMillis(), patience.waitMillis()));
    }
  }

  private void startSuggestion(StudyState state, long request, long now) {
    if (state.suggestions().pending().containsKey(request)) {
      book.start(
          new LeaseKey.OfSuggestion(request), now, state.spec().patience().suggestionMillis());
    }
  }

  private void startDeadline(StudyState state, long now) {
    LeaseKey key = new LeaseKey.OfStudy();
    book.end(key);
    if (!state.status().isOver() && state.spec().limits().deadlineMillis().isPresent()) {
      long deadline = state.createdAt() + state.spec().limits().deadlineMillis().getAsLong();
      book.start(key, now, Math.max(0, deadline - now));
    }
  }
}
