package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.FewerTriesOutsideCi;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Spaces;
import io.flexhb.core.surrogate.StudyData;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.Map;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Whatever a space forbids, no sampler suggests it. */
@AddLifecycleHook(FewerTriesOutsideCi.class)
class SuggestedInSpacePropertyTest {

  @Provide
  Arbitrary<SearchSpace> spaces() {
    return Spaces.wide();
  }

  @Provide
  Arbitrary<String> samplers() {
    return Arbitraries.of(Samplers.names());
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void everySuggestionIsAConfigurationOfTheSpace(
      @ForAll("spaces") SearchSpace space, @ForAll("samplers") String name) {
    Measurements data =
        StudyData.study(space, new int[] {60, 40, 30}, StudyData::bowl)
            .running(300, StudyData.configurations(space, 1).get(0))
            .build();
    Sampler sampler =
        Samplers.create(
            name,
            Samplers.require(name).switches().contains(SamplerSwitches.RANDOM_FRACTION)
                ? Map.of(SamplerSwitches.RANDOM_FRACTION, "0")
                : Map.of(),
            SurrogateCache.forOneStudy());

    for (int number = 0; number < 2; number++) {
      Suggestion suggestion = sampler.suggest(new SamplerContext(space, data, 7, number));

      for (Configuration suggested : suggestion.candidates()) {
        assertThat(Spaces.faults(space, suggested)).as("%s by %s", suggested, name).isEmpty();
        assertThat(space.check(suggested)).as("%s by %s", suggested, name).isEmpty();
      }
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void neighboursAndEncodedPointsStayInTheSpace(@ForAll("spaces") SearchSpace space) {
    Encoder encoder = new Encoder(space);
    OneExchange search =
        new OneExchange(encoder, x -> new double[x.length], CounterRandom.of(3, "n", 0));
    for (Configuration start : StudyData.configurations(space, 20)) {
      double[] x = encoder.encode(start);
      assertThat(encoder.decode(x).values()).containsOnlyKeys(start.values().keySet());
      assertThat(encoder.settle(x)).containsExactly(x);
      assertThat(encoder.isForbidden(x)).isEqualTo(space.isForbidden(start));
      double[][] around = search.neighbours(x);
      for (int k = 1; k < around.length; k++) {
        assertThat(Spaces.faults(space, encoder.decode(around[k]))).isEmpty();
      }
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void aPartOfAConfigurationIsCompletedWithinTheSpace(@ForAll("spaces") SearchSpace space) {
    for (Configuration whole : StudyData.configurations(space, 5)) {
      String first = whole.values().firstKey();
      Configuration part = Configuration.of(Map.of(first, whole.values().get(first)));
      RandomSampler.complete(space, part, CounterRandom.of(5, "part", 0))
          .ifPresent(
              completed -> {
                assertThat(Spaces.faults(space, completed)).isEmpty();
                assertThat(completed.values()).containsAllEntriesOf(part.values());
              });
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void aCountableSpaceListsEachOfItsConfigurationsOnce(@ForAll("spaces") SearchSpace space) {
    if (space.cardinality().isEmpty()) {
      return;
    }
    long count = Math.min(500, space.cardinality().getAsLong());
    assertThat(LongStream.range(0, count).mapToObj(space::enumerate))
        .doesNotHaveDuplicates()
        .allSatisfy(c -> assertThat(Spaces.faults(space, c.orElseThrow())).isEmpty());
    if (count < 500) {
      // Draws find nothing that was not listed.
      for (Configuration drawn : StudyData.configurations(space, 50)) {
        assertThat(space.isForbidden(drawn) || listed(space, count, drawn)).isTrue();
      }
    }
  }

  private static boolean listed(SearchSpace space, long count, Configuration wanted) {
    return LongStream.range(0, count)
        .anyMatch(i -> space.enumerate(i).orElseThrow().equals(wanted));
  }
}
