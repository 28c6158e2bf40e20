package io.flexhb.service.metrics;

import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The meters of the studies of one stream task, removed when it closes. Owned by the stream thread.
 * A decision may be counted twice when its stream thread failed and it was decided again.
 */
public final class StudyMeters implements AutoCloseable {

  private final AllStudies all;
  private final Map<String, KnownStudy> studies = new HashMap<>();

  StudyMeters(AllStudies all) {
    this.all = all;
  }

  /** A study was loaded from the stores. */
  public void loaded(StudyState state) {
    if (all.areMetered()) {
      forget(state.spec().study());
      know(state);
    }
  }

  /** A decision changed a study. */
  public void decided(
      Optional<StudyState> before, StudyState after, Decision decision, StateChanges changes) {
    if (!all.areMetered()) {
      return;
    }
    String study = after.spec().study();
    if (after.status() == StudyStatus.DELETED) {
      forget(study);
      return;
    }
    KnownStudy known = studies.get(study);
    if (known == null) {
      // From the state before, so that the decision itself is counted.
      known = know(before.orElse(after));
    }
    known.decided(before, after, decision, changes, all::others);
  }

  private KnownStudy know(StudyState state) {
    KnownStudy known = all.know(state);
    studies.put(state.spec().study(), known);
    return known;
  }

  /** The study is gone, or its last decision may not be committed. */
  public void forget(String study) {
    Optional.ofNullable(studies.remove(study)).ifPresent(all::forget);
  }

  /** The task ends here; another tuner or thread meters its studies from now on. */
  @Override
  public void close() {
    studies.values().forEach(all::forget);
    studies.clear();
  }
}
