package io.flexhb.core.sim;

import io.flexhb.core.study.Fact;
import io.flexhb.core.study.TrialStatus;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Which transitions and facts the runs of this JVM have seen. */
final class Visited {
  private static final Set<String> TRANSITIONS = new ConcurrentSkipListSet<>();
  private static final Set<String> FACTS = new ConcurrentSkipListSet<>();

  private Visited() {}

  static void transition(TrialStatus from, TrialStatus to) {
    if (from != to) {
      TRANSITIONS.add(from + "->" + to);
    }
  }

  static void fact(Fact fact) {
    FACTS.add(fact.getClass().getSimpleName());
  }

  static Set<String> transitions() {
    return TRANSITIONS;
  }

  static Set<String> facts() {
    return FACTS;
  }
}
