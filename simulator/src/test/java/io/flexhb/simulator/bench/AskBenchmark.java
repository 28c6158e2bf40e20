package io.flexhb.simulator.bench;

import io.flexhb.core.spec.Method;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.simulator.Fleet;
import io.flexhb.simulator.SimulationPlan;
import io.flexhb.simulator.Simulator;
import io.flexhb.simulator.ToyFunction;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Time in the engine to answer an ask from a prepared suggestion: the decision and the state after
 * it. R = 27, 8 workers; the last asks of a study of so many trials. Arguments: trials (default
 * 10000).
 *
 * <p>The bar: below 5 ms. Processor time is what counts on a machine that does other work as well.
 */
public final class AskBenchmark {
  private static final int ASKS = 200;
  private static final int ROUNDS = 50;

  private AskBenchmark() {}

  private record Ask(StudyState state, StudyEvent event) {
    StudyState answer() {
      Optional<StudyState> before = Optional.of(state);
      return StudyEngine.apply(before, StudyEngine.decide(before, event));
    }
  }

  public static void main(String[] args) {
    int trials = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    List<Ask> asks = asks(trials);
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    double[] wall = new double[asks.size() * ROUNDS];
    double[] processor = new double[wall.length];
    int n = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (Ask ask : asks) {
        long before = System.nanoTime();
        long used = thread.getCurrentThreadCpuTime();
        StudyState after = ask.answer();
        processor[n] = (thread.getCurrentThreadCpuTime() - used) / 1e3;
        wall[n++] = (System.nanoTime() - before) / 1e3;
        if (after.trials().size() != ask.state().trials().size() + 1) {
          throw new IllegalStateException("no trial was created");
        }
      }
    }
    System.out.printf("ask answered from a prepared suggestion, %d trials%n", trials);
    report("wall", wall);
    report("processor", processor);
  }

  private static void report(String what, double[] micros) {
    double[] warm = Arrays.copyOfRange(micros, micros.length / 5, micros.length);
    Arrays.sort(warm);
    System.out.printf(
        Locale.ROOT,
        "  %-10s p50 %.0f  p99 %.0f  p99.9 %.0f  first %.0f us%n",
        what,
        warm[warm.length / 2],
        warm[warm.length * 99 / 100],
        warm[(int) (warm.length * 0.999)],
        micros[0]);
  }

  /** The last asks that a prepared suggestion answered. */
  private static List<Ask> asks(int trials) {
    List<Ask> asks = new ArrayList<>();
    Specs specs = Specs.of(27, 3).sampler("fgf").brackets(Method.Brackets.FLEXBAND).trials(trials);
    // Who chose the configurations does not matter here: the simulator answers with random ones.
    Simulator.run(
        SimulationPlan.of(specs.spec(), new ToyFunction(0.2)).with(Fleet.of(8)),
        (before, event, decision, after) -> {
          if (event instanceof StudyEvent.WorkAsked && usesPrepared(decision)) {
            asks.add(new Ask(before.orElseThrow(), event));
            if (asks.size() > ASKS) {
              asks.remove(0);
            }
          }
        });
    return asks;
  }

  private static boolean usesPrepared(Decision decision) {
    return decision.facts().stream()
        .anyMatch(fact -> fact instanceof Fact.TrialCreated f && f.request().isPresent());
  }
}
