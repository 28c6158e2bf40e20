package io.flexhb.service.stream;

import io.flexhb.core.study.state.StudyState;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what an operator wants to find of a study afterwards. */
final class StudyLog {

  private static final Logger LOG = LoggerFactory.getLogger(StudyLog.class);

  private StudyLog() {}

  static void changed(Optional<StudyState> before, StudyState after) {
    if (before.map(StudyState::status).filter(after.status()::equals).isEmpty()) {
      status(after);
    }
    long most = after.spec().ladder().maxResource();
    boolean was = before.filter(state -> state.budget().isOvertrained(most)).isPresent();
    if (!was && after.budget().isOvertrained(most)) {
      overtrained(after);
    }
  }

  /** Nobody may have asked for it: a study pauses and finishes by itself too. */
  private static void status(StudyState after) {
    LOG.atInfo()
        .addKeyValue(LogFields.DECISION, after.sequence())
        .log(
            "Study {} ({}) is {}{}",
            after.spec().study(),
            after.incarnation(),
            after.status(),
            after.statusReason().isEmpty() ? "" : ": " + after.statusReason());
  }

  private static void overtrained(StudyState after) {
    LOG.warn(
        "Study {}: {} {} are trained though {} were granted: trainers report less often than rungs"
            + " are apart, or do not wait at their boundary; report each of them, or wait at"
            + " untilResource",
        after.spec().study(),
        after.budget().trained(),
        after.spec().unit(),
        after.budget().spent());
  }
}
