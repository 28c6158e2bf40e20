package io.flexhb.simulator.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Time to decide an ask or a boundary report and to apply the decision, in a study with few and
 * with many trials, measured in turns in one run. Exits with 1 when many trials cost more than
 * {@value #MOST_TIMES_SLOWER} times as much, by the clock or in processor time.
 *
 * <p>The small study begins each turn anew, so that it stays small, and each time at another place
 * in its loops, so that both meet the same mix of decisions. The large one goes on: it would find
 * all that it needs in the processor's caches if it went over the same ground again.
 *
 * <pre>java -cp ... io.flexhb.simulator.bench.DecisionTime [few] [many] [decisions] [apart]</pre>
 *
 * With {@code apart}, deciding and applying are two calls, and the facts are evolved twice.
 */
public final class DecisionTime {
  private static final double MOST_TIMES_SLOWER = 1.2;
  private static final int TURN = 500;
  private static final int BEGINNINGS = 10;

  private final List<InstantFleet> small = new ArrayList<>();
  private final InstantFleet large;
  private final int decisions;
  private final boolean apart;

  private DecisionTime(int few, int many, int decisions, boolean apart) {
    this.decisions = decisions;
    this.apart = apart;
    for (int i = 0; i < BEGINNINGS; i++) {
      InstantFleet begun = i == 0 ? new InstantFleet() : new InstantFleet(small.get(i - 1));
      small.add(grown(begun, few + i * few / 100));
    }
    large = grown(new InstantFleet(), many);
  }

  public static void main(String[] arguments) {
    int few = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
    int many = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
    int decisions = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100_000;
    boolean apart = arguments.length > 3 && arguments[3].equals("apart");
    DecisionTime bench = new DecisionTime(few, many, decisions, apart);
    bench.measure(); // for the compilers
    DecisionWatch[] watches = bench.measure();
    System.out.printf(
        Locale.ROOT, "study of %d trials and a few more%n%s", few, watches[0].table());
    System.out.printf(Locale.ROOT, "study of %d trials and more%n%s", many, watches[1].table());
    double wall = watches[1].wall().mean() / watches[0].wall().mean();
    double processor = watches[1].processor().mean() / watches[0].processor().mean();
    System.out.printf(Locale.ROOT, "ratio of means: wall %.2f, processor %.2f%n", wall, processor);
    if (Math.max(wall, processor) > MOST_TIMES_SLOWER) {
      System.exit(1);
    }
  }

  private InstantFleet grown(InstantFleet fleet, int trials) {
    DecisionWatch untold = new DecisionWatch(0, apart);
    while (fleet.trials() < trials) {
      fleet.next(untold);
    }
    return fleet;
  }

  /**
   * What a turn of the small study made is kept, as the large one keeps it: so the collector has as
   * much to do for the one as for the other.
   */
  private DecisionWatch[] measure() {
    DecisionWatch[] watches = {
      new DecisionWatch(decisions, apart), new DecisionWatch(decisions, apart)
    };
    List<InstantFleet> kept = new ArrayList<>();
    for (int turn = 0; !watches[1].isFull(); turn++) {
      InstantFleet begun = new InstantFleet(small.get(turn % BEGINNINGS));
      kept.add(begun);
      watch(begun, watches[0]);
      watch(large, watches[1]);
    }
    return watches;
  }

  private static void watch(InstantFleet fleet, DecisionWatch watch) {
    int upTo = watch.wall().size() + TURN;
    while (watch.wall().size() < upTo && !watch.isFull()) {
      fleet.next(watch);
    }
  }
}
