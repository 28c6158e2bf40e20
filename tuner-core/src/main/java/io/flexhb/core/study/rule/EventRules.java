package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Rule;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.StudyEvent;

/** Maps events to rules. */
public final class EventRules implements StudyEvent.Visitor<Rule>, LeaseKey.Visitor<Rule> {

  private static final EventRules ALL = new EventRules();

  private EventRules() {}

  /** The first rule of the decision on an event. */
  public static Rule of(StudyEvent event) {
    return event.accept(ALL);
  }

  @Override
  public Rule on(StudyEvent.Applied event) {
    return study -> Lifecycle.applied(study, event);
  }

  @Override
  public Rule on(StudyEvent.WorkAsked event) {
    return study -> WorkRequests.asked(study, event);
  }

  @Override
  public Rule on(StudyEvent.AttemptEvent event) {
    return study -> Reports.received(study, event);
  }

  @Override
  public Rule on(StudyEvent.LeaseExpired event) {
    return event.lease().accept(this);
  }

  @Override
  public Rule on(StudyEvent.SuggestionArrived event) {
    return study -> SuggestionRules.arrived(study, event);
  }

  @Override
  public Rule on(StudyEvent.Enqueued event) {
    return study -> Enqueueing.enqueue(study, event);
  }

  @Override
  public Rule on(StudyEvent.Imported event) {
    return study -> Importing.take(study, event);
  }

  @Override
  public Rule on(LeaseKey.OfAttempt key) {
    return study -> ExpiredLeases.expired(study, key);
  }

  @Override
  public Rule on(LeaseKey.OfSlot key) {
    return study -> ExpiredLeases.expired(study, key);
  }

  @Override
  public Rule on(LeaseKey.OfSuggestion key) {
    return study -> SuggestionRules.overdue(study, key.request());
  }

  @Override
  public Rule on(LeaseKey.OfStudy key) {
    return Lifecycle::deadline;
  }
}
