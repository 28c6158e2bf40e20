package io.flexhb.standalone.demo;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.standalone.view.StudyView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of a demo run.
 *
 * @param stopped trials that were stopped and not completed afterwards
 * @param revived revivals
 * @param epochsTrained epochs actually trained
 * @param epochsWithoutStopping epochs that training each trial to the largest resource would have
 *     taken
 * @param best absent when no trial was completed
 * @param decisions decisions in the journal
 * @param seconds wall-clock time of the tuning
 */
public record DemoResult(
    String study,
    long seed,
    int trials,
    int stopped,
    int revived,
    int completed,
    int failed,
    long epochsTrained,
    long epochsWithoutStopping,
    Optional<Best> best,
    List<List<RungSize>> brackets,
    long decisions,
    double seconds) {

  /** The best trial at the highest resource reached. */
  public record Best(int trial, double value, Map<String, Object> configuration) {}

  /** One rung of a bracket. */
  public record RungSize(int n, long r) {}

  /** As a tree for JSON; {@code best} is absent when no trial has a value. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("study", study);
    json.put("seed", seed);
    json.put("trials", trials);
    json.put("stopped", stopped);
    json.put("revived", revived);
    json.put("completed", completed);
    json.put("failed", failed);
    json.put("epochsTrained", epochsTrained);
    json.put("epochsWithoutStopping", epochsWithoutStopping);
    best.ifPresent(b -> json.put("best", b));
    json.put("brackets", brackets);
    json.put("decisions", decisions);
    json.put("seconds", seconds);
    return json;
  }

  static DemoResult of(StudyState state, long epochsTrained, double seconds) {
    return new DemoResult(
        state.spec().study(),
        state.spec().seed(),
        state.trials().size(),
        count(state, Set.of(TrialStatus.STOPPED, TrialStatus.DISCARDED)),
        state.trials().map(Trial::revivals).sum().intValue(),
        count(state, Set.of(TrialStatus.COMPLETED)),
        count(state, Set.of(TrialStatus.FAILED)),
        epochsTrained,
        state.trials().size() * state.spec().ladder().maxResource(),
        StudyView.best(state).map(t -> best(state, t)),
        state
            .brackets()
            .map(
                b -> b.plan().rungs().stream().map(r -> new RungSize(r.n(), r.resource())).toList())
            .toJavaList(),
        state.sequence(),
        Math.round(seconds * 10) / 10.0);
  }

  private static int count(StudyState state, Set<TrialStatus> statuses) {
    return state.trials().count(t -> statuses.contains(t.status()));
  }

  private static Best best(StudyState state, Trial trial) {
    double value = trial.levels().get(trial.levels().size() - 1).value();
    return new Best(
        trial.number(), state.spec().objective().raw(value), trial.configuration().values());
  }
}
