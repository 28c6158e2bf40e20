package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.sampler.Sampler;
import io.flexhb.core.sampler.SamplerContext;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.Conversation;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudySnapshot;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A study that knows results from before finds good configurations earlier than one without. */
class ImportEffectTest {
  private static final ToyFunction TOY = new ToyFunction(0);
  private static final int SEEDS = 4;
  private static final int TRIALS = 12;
  private static final int KNOWN = 40;

  @ParameterizedTest
  @ValueSource(strings = {"fgf", "mfes", "bohb", "smac", "tse"})
  void shouldFindAGoodConfigurationEarlier(String sampler) {
    double informed = 0;
    double fromScratch = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      informed += meanOfFirst(sampler, seed, known(seed));
      fromScratch += meanOfFirst(sampler, seed, List.of());
    }
    assertThat(informed / SEEDS)
        .as("mean loss of the first %d configurations, to be minimised", TRIALS)
        .isLessThan(fromScratch / SEEDS - 1);
  }

  /** Drawn with another seed than the study's; none is known to be good beforehand. */
  private static List<ImportRow> known(long seed) {
    List<ImportRow> rows = new ArrayList<>();
    for (int i = 0; i < KNOWN; i++) {
      Configuration drawn =
          RandomSampler.draw(
                  ToyFunction.space(), known -> false, CounterRandom.of(seed + 1_000, "before", i))
              .orElseThrow();
      rows.add(
          new ImportRow(
              i,
              drawn,
              List.of(
                  new ImportRow.Measurement(1, Metric.of(TOY.value(drawn, 1, 0))),
                  new ImportRow.Measurement(9, Metric.of(TOY.value(drawn, 9, 0))))));
    }
    return rows;
  }

  /** One worker, one trial after the other. */
  private static double meanOfFirst(String name, long seed, List<ImportRow> known) {
    Conversation c = new Conversation(Specs.of(9, 3).sampler(name).seed(seed).loops(9).spec());
    Sampler sampler = Samplers.create(name, Map.of(), SurrogateCache.forOneStudy());
    if (!known.isEmpty()) {
      c.on(new StudyEvent.Imported(0, Optional.empty(), "before", known));
      suggest(c, sampler);
    }
    long ask = 0;
    while (c.state().trials().size() < TRIALS) {
      c.ask("A", ++ask);
      suggest(c, sampler);
      Trial granted =
          c.state()
              .trials()
              .find(Trial::isLive)
              .getOrElseThrow(() -> new AssertionError("nothing was granted"));
      long until = granted.untilResource();
      c.started("A", granted.number(), granted.attempt());
      c.report(
          "A",
          granted.number(),
          granted.attempt(),
          until,
          TOY.value(granted.configuration(), until, 0));
      suggest(c, sampler);
    }
    return c.state()
        .trials()
        .take(TRIALS)
        .toJavaStream()
        .mapToDouble(trial -> TOY.value(trial.configuration(), 9, 0))
        .average()
        .orElseThrow();
  }

  /** Answers what is pending, as the sampler pool would. */
  private static void suggest(Conversation c, Sampler sampler) {
    while (!c.state().suggestions().pending().isEmpty()) {
      long request = c.state().suggestions().pending().head()._1();
      var suggestion =
          sampler.suggest(
              new SamplerContext(
                  c.state().spec().space(),
                  StudySnapshot.measurements(c.state()),
                  c.state().spec().seed(),
                  request));
      c.on(
          new StudyEvent.SuggestionArrived(
              0,
              Conversation.INCARNATION,
              request,
              suggestion.candidates(),
              c.state().sequence(),
              suggestion.explanation()));
    }
  }
}
