package io.flexhb.core.study;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, Integer> known = new HashMap<>();
    for (Configuration given : event.configurations()) {
      accept(d, given, Math.max(1, event.replicate()), accepted, known);
    }
    if (!accepted.isEmpty()) {
      d.fact(new Fact.ConfigurationsEnqueued(accepted));
      d.because("enqueue", -1, Text.of("%d configuration(s) will be tried first", accepted.size()));
    }
  }

  /**
   * @param known how many there are, with those accepted, of each that was looked at, by canonical
   *     form
   */
  private static void accept(
      Deliberation d,
      Configuration given,
      int replicate,
      List<Configuration> accepted,
      Map<String, Integer> known) {
    Configuration configuration = d.spec().space().coerce(given.values());
    String canonical = configuration.canonical();
    List<Problem> problems = d.spec().space().check(configuration);
    if (!problems.isEmpty()) {
      d.reject(
          Rejection.Kind.INVALID,
          Text.of("enqueued configuration %s is not in the space: %s", canonical, problems));
      return;
    }
    int exist =
        known.computeIfAbsent(canonical, form -> d.state().configurations().getOrElse(form, 0));
    if (exist >= replicate) {
      d.reject(Rejection.Kind.DUPLICATE, Text.of("configuration %s exists already", canonical));
    }
    for (int i = exist; i < replicate; i++) {
      accepted.add(configuration);
    }
    known.put(canonical, Math.max(exist, replicate));
  }
}
