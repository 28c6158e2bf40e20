package io.flexhb.service.stream;

import io.flexhb.core.study.state.StudyState;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the events of a study that an operator looks for. */
final class StudyLog {

  private static final Logger LOG = LoggerFactory.getLogger(StudyLog.class);

  private StudyLog() {}

  static void changed(Optional<StudyState> before, StudyState after) {
    if (before.map(StudyState::status).filter(after.status()::equals).isEmpty()) {
      status(after);
    }
    long maxResource = after.spec().ladder().maxResource();
    boolean wasOvertrained =
        before.filter(state -> state.budget().isOvertrained(maxResource)).isPresent();
    if (!wasOvertrained && after.budget().isOvertrained(maxResource)) {
      overtrained(after);
    }
  }

  /** Logged even if no user requested it: a study also pauses and finishes by itself. */
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
        "Study {}: {} {} were trained but only {} were granted: trainers report less often than"
            + " the distance between rungs, or do not wait at their boundary; report at each rung,"
            + " or wait at untilResource",
        after.spec().study(),
        after.budget().trained(),
        after.spec().unit(),
        after.budget().spent());
  }
}
