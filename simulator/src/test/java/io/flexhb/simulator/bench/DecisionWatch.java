package io.flexhb.simulator.bench;

import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.DecisionAndState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The engine, with a look at the clocks before and after each decision a worker waits for. */
final class DecisionWatch implements InstantFleet.Engine {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Processor time to look at the clocks, with nothing between. */
  private static final long LOOK = look();

  /** What a decision came to; the order is that of the table. */
  private enum Kind {
    ASK,
    ASK_OPENS_BRACKET,
    REPORT,
    REPORT_DECIDES_RUNG;

    static Kind of(StudyEvent event, Decision decision) {
      if (event instanceof StudyEvent.WorkAsked) {
        return has(decision, Fact.BracketOpened.class) ? ASK_OPENS_BRACKET : ASK;
      }
      return has(decision, Fact.RungDecided.class) ? REPORT_DECIDES_RUNG : REPORT;
    }

    private static boolean has(Decision decision, Class<? extends Fact> kind) {
      return decision.facts().stream().anyMatch(kind::isInstance);
    }
  }

  private final Sample wall;
  private final Sample processor;
  private final Map<Kind, Sample> byKind = new EnumMap<>(Kind.class);
  private final boolean apart;

  /**
   * @param capacity how many decisions to keep the times of
   * @param apart whether deciding and applying are two calls
   */
  DecisionWatch(int capacity, boolean apart) {
    this.apart = apart;
    wall = new Sample(capacity);
    processor = new Sample(capacity);
    for (Kind kind : Kind.values()) {
      byKind.put(kind, new Sample(capacity));
    }
  }

  Sample wall() {
    return wall;
  }

  Sample processor() {
    return processor;
  }

  boolean isFull() {
    return wall.isFull();
  }

  @Override
  public DecisionAndState on(StudyState state, StudyEvent event, boolean awaited) {
    long used = THREADS.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    DecisionAndState decided =
        apart ? inTwo(state, event) : StudyEngine.decideAndApply(Optional.of(state), event);
    long taken = System.nanoTime() - start;
    long usedNow = THREADS.getCurrentThreadCpuTime() - used - LOOK;
    if (awaited && !wall.isFull()) {
      wall.add(taken);
      processor.add(usedNow);
      byKind.get(Kind.of(event, decided.decision())).add(usedNow);
    }
    return decided;
  }

  private static DecisionAndState inTwo(StudyState state, StudyEvent event) {
    Optional<StudyState> before = Optional.of(state);
    Decision decision = StudyEngine.decide(before, event);
    return new DecisionAndState(
        decision,
        decision.changesState() ? Optional.of(StudyEngine.apply(before, decision)) : before);
  }

  private static long look() {
    Sample looks = new Sample(200_000);
    while (!looks.isFull()) {
      long used = THREADS.getCurrentThreadCpuTime();
      long first = System.nanoTime();
      long nothing = Math.min(0, System.nanoTime() - first);
      looks.add(THREADS.getCurrentThreadCpuTime() - used + nothing);
    }
    return looks.quantile(0.5);
  }

  String table() {
    StringBuilder table = new StringBuilder();
    table.append(line("wall", wall)).append(line("processor", processor));
    byKind.forEach(
        (kind, sample) ->
            table.append(line(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), sample)));
    return table.toString();
  }

  private String line(String what, Sample sample) {
    return String.format(
        Locale.ROOT,
        "  %-20s %5.1f %%  mean %6.1f us, p50 %6.1f us, p99 %6.1f us%n",
        what,
        100.0 * sample.size() / wall.size(),
        sample.mean() / 1e3,
        sample.quantile(0.5) / 1e3,
        sample.quantile(0.99) / 1e3);
  }
}
