package io.flexhb.standalone.audit;

import io.flexhb.avro.TrialView;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * {@link Guarantee#VIEWS}. A view is compared with the state after the decision that it names, so a
 * tuner may run during the audit. It must not be older than the last settled decision that changed
 * it.
 */
final class ViewCheck extends Check {

  private final Map<Integer, CommittedRecord<TrialView>> views;

  /** For each trial, the last settled decision that changed it. */
  private final TreeMap<Integer, Long> changes = new TreeMap<>();

  private String lastAt = "";
  private boolean blind;
  private boolean deleted;

  /**
   * @param views of the incarnation; consumed by this check
   */
  ViewCheck(Findings findings, Map<Integer, CommittedRecord<TrialView>> views) {
    super(Guarantee.VIEWS, findings);
    this.views = views;
  }

  @Override
  void check(AuditStep step) {
    lastAt = step.at();
    if (step.after().isEmpty()) {
      blind = true;
      return;
    }
    StudyState after = step.after().get();
    deleted = after.status() == StudyStatus.DELETED;
    Optional<StudyState> before = step.judged().orElseThrow().before();
    for (int number :
        StateChanges.by(step.judged().orElseThrow().decision(), before, after).trials()) {
      Trial is = after.trials().get(number);
      Optional<Trial> was = before.flatMap(state -> state.trial(number));
      if (was.filter(trial -> TrialViewCodec.looksTheSame(trial, is)).isEmpty()) {
        changed(step, after, is);
      }
    }
  }

  private void changed(AuditStep step, StudyState after, Trial trial) {
    if (step.settled()) {
      changes.put(trial.number(), after.sequence());
    }
    CommittedRecord<TrialView> entry = views.get(trial.number());
    if (entry == null || entry.value().orElseThrow().getDecision() != after.sequence()) {
      return;
    }
    views.remove(trial.number());
    TrialView expected = TrialViewCodec.toWire(after, trial, step.entry().getTime());
    TrialView view = entry.value().orElseThrow();
    if (!view.equals(expected)) {
      violated(
          entry.at(),
          "the view of trial " + trial.number() + " is " + view + ", expected " + expected);
      return;
    }
    // Older ones must not follow.
    changes.remove(trial.number());
    verified();
  }

  @Override
  void end() {
    if (blind) {
      return;
    }
    if (!views.isEmpty()) {
      CommittedRecord<TrialView> entry = views.values().iterator().next();
      TrialView view = entry.value().orElseThrow();
      violated(
          entry.at(),
          "the view of trial "
              + view.getTrial()
              + " names decision "
              + view.getDecision()
              + ", which is not in the journal or did not change it");
      return;
    }
    // Those of a deleted study are erased before its journal.
    if (!changes.isEmpty() && !deleted) {
      Map.Entry<Integer, Long> first = changes.entrySet().iterator().next();
      violated(lastAt, "trial " + first.getKey() + " has no view of decision " + first.getValue());
    }
  }
}
