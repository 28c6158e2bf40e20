package io.flexhb.core.study.rule;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A user's own configurations: each exists once however often it is sent, unless replicated. */
final class Enqueueing {

  private Enqueueing() {}

  /**
   * Accepts the valid configurations; the decision's rejection has the first problem of the others.
   */
  static RuleResult enqueue(RuleContext study, StudyEvent.Enqueued event) {
    if (event.incarnation().isPresent()
        && !event.incarnation().get().equals(study.state().incarnation())) {
      return RuleResult.rejected(
          Rejection.Kind.ZOMBIE,
          Text.of(
              "configurations were enqueued for another incarnation of study %s",
              study.spec().study()));
    }
    Optional<String> end =
        study.state().status().isOver()
            ? Optional.of("the study is over: " + study.state().statusReason())
            : ConfigurationSupply.endOfTrials(study.state());
    if (end.isPresent()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of("no enqueued configuration will be tried any more: %s", end.get()));
    }
    ResultBuilder found = study.result();
    List<Configuration> accepted = new ArrayList<>();
    int replicate = Math.max(1, event.replicate());
    // Number of existing and accepted ones of each visited configuration, by canonical form.
    Map<String, Integer> known = new HashMap<>();
    for (Configuration given : event.configurations()) {
      Configuration configuration = study.spec().space().coerce(given.values());
      String canonical = configuration.canonical();
      List<Problem> problems = study.spec().space().check(configuration);
      if (!problems.isEmpty() && event.fill()) {
        fill(study, configuration, replicate, known, accepted, found);
        continue;
      }
      if (!problems.isEmpty()) {
        found.reject(
            Rejection.Kind.INVALID,
            Text.of("enqueued configuration %s is not in the space: %s", canonical, problems));
        continue;
      }
      int exist =
          known.computeIfAbsent(
              canonical, form -> study.state().configurations().getOrElse(form, 0));
      if (exist >= replicate) {
        found.reject(
            Rejection.Kind.DUPLICATE, Text.of("configuration %s exists already", canonical));
      }
      for (int i = exist; i < replicate; i++) {
        accepted.add(configuration);
      }
      known.put(canonical, Math.max(exist, replicate));
    }
    if (!accepted.isEmpty()) {
      found
          .fact(new Fact.ConfigurationsEnqueued(accepted))
          .because(
              "enqueue", -1, Text.of("%d configuration(s) will be tried first", accepted.size()));
    }
    return found.done();
  }

  /** Completes a partial configuration with drawn values. */
  private static void fill(
      RuleContext study,
      Configuration part,
      int replicate,
      Map<String, Integer> known,
      List<Configuration> accepted,
      ResultBuilder found) {
    PartialConfiguration completion =
        PartialConfiguration.of(study.spec().space(), study.spec().seed(), part, replicate);
    completion
        .problem()
        .ifPresent(
            problem ->
                found.reject(
                    Rejection.Kind.INVALID,
                    Text.of(
                        "enqueued part %s fits no configuration of the space: %s",
                        part.canonical(), problem)));
    for (Configuration whole : completion.configurations()) {
      String canonical = whole.canonical();
      int exist =
          known.computeIfAbsent(
              canonical, form -> study.state().configurations().getOrElse(form, 0));
      if (exist > 0) {
        found.reject(
            Rejection.Kind.DUPLICATE,
            Text.of("configuration %s, made of an enqueued part, exists already", canonical));
      } else {
        known.put(canonical, 1);
        accepted.add(whole);
      }
    }
  }
}
