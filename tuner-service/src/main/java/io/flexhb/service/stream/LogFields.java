package io.flexhb.service.stream;

import io.flexhb.avro.TrialEvent;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.MDC;

/** Sets the log fields that say what a line is about, for programs that read logs. */
final class LogFields {

  static final String STUDY = "study";
  static final String TRIAL = "trial";
  static final String ATTEMPT = "attempt";
  static final String DECISION = "decision";

  private LogFields() {}

  /** Sets the study of this thread's log lines. */
  static void study(String study) {
    MDC.put(STUDY, study);
  }

  /** Clears the study of this thread's log lines. */
  static void none() {
    MDC.remove(STUDY);
  }

  /** Runs the action with the trial of the record, if any, in its log lines. */
  static void during(SpecificRecord record, Runnable action) {
    if (!(record instanceof TrialEvent event)) {
      action.run();
      return;
    }
    MDC.put(TRIAL, Integer.toString(event.getTrial()));
    MDC.put(ATTEMPT, Integer.toString(event.getAttempt()));
    try {
      action.run();
    } finally {
      MDC.remove(TRIAL);
      MDC.remove(ATTEMPT);
    }
  }
}
