package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Optional;

/** Discards the checkpoints of a closed study: no trial is ever trained from them again. */
final class CheckpointDiscards {

  /** Each takes a few hundred bytes of a decision, which must fit into a record. */
  static final int AT_A_TIME = 1000;

  private CheckpointDiscards() {}

  /**
   * Discards the known checkpoints except those of completed trials, which are results. Each call
   * discards a limited number; the next call continues.
   */
  static RuleResult letGo(RuleContext study) {
    List<Trial> with =
        study
            .state()
            .trials()
            .filter(t -> t.status() != TrialStatus.COMPLETED && t.checkpoint().isPresent())
            .asJava();
    if (with.isEmpty()) {
      return RuleResult.NOTHING;
    }
    List<Trial> batch = with.subList(0, Math.min(AT_A_TIME, with.size()));
    ResultBuilder found = study.result();
    for (Trial trial : batch) {
      found
          .send(found.create().discardCheckpoint(trial, "the study is closed"))
          .fact(new Fact.CheckpointRecorded(trial.number(), Optional.empty()));
    }
    return found
        .because(
            "study",
            -1,
            Text.of(
                "%d checkpoint(s) may go, %d are left", batch.size(), with.size() - batch.size()),
            "left",
            Integer.toString(with.size() - batch.size()))
        .done();
  }
}
