package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.BooleanParameter;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Condition;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Spaces;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomSamplerTest {
  private static final SearchSpace THREE =
      SearchSpace.of(List.of(CategoricalParameter.of("c", "a", "b", "c"))).orElseThrow();

  @Test
  void shouldSuggestEachConfigurationOfASmallSpaceOnceAndThenSayExhausted() {
    Set<String> existing = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Optional<Configuration> next =
          RandomSampler.draw(THREE, existing::contains, CounterRandom.of(1, "t", i));
      assertThat(existing.add(next.orElseThrow().canonical())).isTrue();
    }
    assertThat(RandomSampler.draw(THREE, existing::contains, CounterRandom.of(1, "t", 3)))
        .isEmpty();
    Suggestion suggestion = new RandomSampler().suggest(context(THREE, existing, 9));
    assertThat(suggestion.isExhausted()).isTrue();
    assertThat(suggestion.explanation()).containsEntry("reason", "space exhausted");
  }

  @Test
  void shouldFindTheOneConfigurationThatDrawsHardlyEverHit() {
    SearchSpace space = SearchSpace.of(List.of(IntParameter.linear("n", 0, 99_999))).orElseThrow();
    Configuration last = space.enumerate(54_321).orElseThrow();
    assertThat(
            RandomSampler.draw(
                space, key -> !key.equals(last.canonical()), CounterRandom.of(1, "t", 0)))
        .contains(last);
  }

  @Test
  void shouldFindTheContinuousBranchAmongDiscreteOnes() {
    SearchSpace space =
        SearchSpace.of(
                List.of(
                    BooleanParameter.of("tuned"),
                    new DoubleParameter(
                        "x",
                        0,
                        1,
                        false,
                        Optional.empty(),
                        Optional.of(Condition.when("tuned", true)))))
            .orElseThrow();
    Set<String> existing = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      existing.add(
          RandomSampler.draw(space, existing::contains, CounterRandom.of(2, "t", i))
              .orElseThrow()
              .canonical());
    }
    assertThat(existing).hasSize(50);
  }

  @Test
  void shouldSuggestDistinctNewCandidatesTheSameForTheSameNumber() {
    SearchSpace space = Spaces.rich();
    Suggestion one = new RandomSampler().suggest(context(space, Set.of(), 1));
    assertThat(one.candidates()).hasSize(5).doesNotHaveDuplicates();
    assertThat(new RandomSampler().suggest(context(space, Set.of(), 1))).isEqualTo(one);
    assertThat(new RandomSampler().suggest(context(space, Set.of(), 2))).isNotEqualTo(one);
  }

  static SamplerContext context(SearchSpace space, Set<String> existing, long number) {
    Measurements data =
        Measurements.builder(new Encoder(space), List.of(1L, 3L)).existing(existing).build();
    return new SamplerContext(space, data, 11, number);
  }
}
