package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.SearchSpace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SobolSamplerTest {

  @Test
  void shouldPutOnePointIntoEachSixteenthOfEachAxis() {
    // The defining property of the sequence, which a shift by less than a cell blurs by one cell:
    // differences to the first point fill the cells exactly.
    List<double[]> points = SobolSampler.points(4, 5, 0, 16);
    for (int axis = 0; axis < 4; axis++) {
      Set<Long> cells = new HashSet<>();
      for (double[] point : points) {
        double offset = point[axis] - points.get(0)[axis];
        cells.add(Math.round((offset - Math.floor(offset)) * 16) % 16);
      }
      assertThat(cells).hasSize(16);
    }
  }

  @Test
  void shouldGiveTheSamePointByNumberAsInARow() {
    List<double[]> row = SobolSampler.points(3, 5, 0, 10);
    for (int i = 0; i < 10; i++) {
      assertThat(SobolSampler.points(3, 5, i, 1).get(0)).containsExactly(row.get(i), within(0.0));
    }
  }

  @Test
  void shouldNeverSuggestAnExistingConfiguration() {
    SearchSpace space =
        SearchSpace.of(List.of(CategoricalParameter.of("c", "a", "b", "c"))).orElseThrow();
    Set<String> existing = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Suggestion next = new SobolSampler().suggest(RandomSamplerTest.context(space, existing, i));
      assertThat(next.candidates()).hasSize(3 - i).doesNotHaveDuplicates();
      assertThat(existing.add(next.candidates().get(0).canonical())).isTrue();
    }
    assertThat(
            new SobolSampler().suggest(RandomSamplerTest.context(space, existing, 3)).isExhausted())
        .isTrue();
  }

  @Test
  void shouldDrawAtRandomBeyondTheKnownDimensions() {
    List<Parameter> many = new ArrayList<>();
    for (int i = 0; i < 1001; i++) {
      many.add(DoubleParameter.linear("x" + i, 0, 1));
    }
    SearchSpace space = SearchSpace.of(many).orElseThrow();
    Suggestion next = new SobolSampler().suggest(RandomSamplerTest.context(space, Set.of(), 0));
    assertThat(next.candidates()).hasSize(5);
    assertThat(next.explanation().get("reason")).contains("random instead");
  }
}
