package io.flexhb.simulator.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Guards what {@code docs/benchmarks.md} measures with more seeds: on the toy function, after 30
 * full budgets, the default method has less regret than search without a model.
 */
class SearchEfficiencyTest {
  private static final SearchProblem TOY = SearchProblem.toy(0.2);
  private static final long BUDGET = 30 * TOY.maxResource();
  private static final int SEEDS = 6;

  @ParameterizedTest
  @CsvSource({"1, 0.5", "4, 0.3"})
  void shouldHaveLessRegretThanSearchWithoutAModel(int workers, double margin) {
    double[] flexhb = regrets("flexhb", workers);
    for (String other : new String[] {"hyperband", "random"}) {
      PairedDifference more = PairedDifference.of(regrets(other, workers), flexhb);
      assertThat(more.low()).as("%s, %d workers: %s", other, workers, more).isPositive();
      assertThat(more.mean()).as("%s, %d workers", other, workers).isGreaterThan(margin);
    }
  }

  private static double[] regrets(String rival, int workers) {
    return LongStream.range(0, SEEDS)
        .parallel()
        .mapToDouble(seed -> TOY.regret(new Rival(rival).run(TOY, seed, workers, BUDGET)))
        .toArray();
  }
}
