package io.flexhb.service.stream;

import io.flexhb.avro.TrialEvent;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.MDC;

/** What a line of the log is about, for programs that read logs. */
final class LogFields {

  static final String STUDY = "study";
  static final String TRIAL = "trial";
  static final String ATTEMPT = "attempt";
  static final String DECISION = "decision";

  private LogFields() {}

  /** Lines of this thread are about the study from now on. */
  static void study(String study) {
    MDC.put(STUDY, study);
  }

  /** They are about no study any more. */
  static void none() {
    MDC.remove(STUDY);
  }

  /** Lines of the action are about the trial, if any, that the record is about. */
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
