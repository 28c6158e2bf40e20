package io.flexhb.core.study;

/** Which rule answers which event. */
final class EventRules implements StudyEvent.Visitor<Rule>, LeaseKey.Visitor<Rule> {

  private static final EventRules ALL = new EventRules();

  private EventRules() {}

  /** The rule that the decision on an event begins with. */
  static Rule of(StudyEvent event) {
    return event.accept(ALL);
  }

  @Override
  public Rule on(StudyEvent.Applied event) {
    return d -> Lifecycle.applied(d, event);
  }

  @Override
  public Rule on(StudyEvent.WorkAsked event) {
    return d -> WorkDesk.asked(d, event);
  }

  @Override
  public Rule on(StudyEvent.AttemptEvent event) {
    return d -> Reports.heard(d, event);
  }

  @Override
  public Rule on(StudyEvent.LeaseExpired event) {
    return event.lease().accept(this);
  }

  @Override
  public Rule on(StudyEvent.SuggestionArrived event) {
    return d -> Preparation.arrived(d, event);
  }

  @Override
  public Rule on(StudyEvent.Enqueued event) {
    return d -> Enqueueing.enqueue(d, event);
  }

  @Override
  public Rule on(LeaseKey.OfAttempt key) {
    return d -> Losses.expired(d, key);
  }

  @Override
  public Rule on(LeaseKey.OfSlot key) {
    return d -> Losses.expired(d, key);
  }

  @Override
  public Rule on(LeaseKey.OfSuggestion key) {
    return d -> Preparation.overdue(d, key.request());
  }

  @Override
  public Rule on(LeaseKey.OfStudy key) {
    return Lifecycle::deadline;
  }
}
