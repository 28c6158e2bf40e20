package io.flexhb.core.study;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A user's own configurations: each exists once however often it is sent, unless replicated. */
final class Enqueueing {

  private Enqueueing() {}

  /** Accepts what fits; a decision rejects with the first reason why something does not. */
  static void enqueue(Deliberation d, StudyEvent.Enqueued event) {
    if (event.incarnation().isPresent()
        && !event.incarnation().get().equals(d.state().incarnation())) {
      d.reject(
          Rejection.Kind.ZOMBIE,
          Text.of(
              "configurations were enqueued for another incarnation of study %s",
              d.spec().study()));
      return;
    }
    Optional<String> end =
        d.state().status().isOver()
            ? Optional.of("the study is over: " + d.state().statusReason())
            : Supply.endOfTrials(d.state());
    if (end.isPresent()) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of("no enqueued configuration will be tried any more: %s", end.get()));
      return;
    }
    List<Configuration> accepted = new ArrayList<>();
    for (Configuration given : event.configurations()) {
      accept(d, given, Math.max(1, event.replicate()), accepted);
    }
    if (!accepted.isEmpty()) {
      d.fact(new Fact.ConfigurationsEnqueued(accepted));
      d.because("enqueue", -1, Text.of("%d configuration(s) will be tried first", accepted.size()));
    }
  }

  private static void accept(
      Deliberation d, Configuration given, int replicate, List<Configuration> accepted) {
    Configuration configuration = d.spec().space().coerce(given.values());
    List<Problem> problems = d.spec().space().check(configuration);
    if (!problems.isEmpty()) {
      d.reject(
          Rejection.Kind.INVALID,
          Text.of(
              "enqueued configuration %s is not in the space: %s",
              configuration.canonical(), problems));
      return;
    }
    long known =
        d.state().configurations().getOrElse(configuration.canonical(), 0)
            + accepted.stream().filter(configuration::equals).count();
    if (known >= replicate) {
      d.reject(
          Rejection.Kind.DUPLICATE,
          Text.of("configuration %s exists already", configuration.canonical()));
    }
    for (long i = known; i < replicate; i++) {
      accepted.add(configuration);
    }
  }
}
