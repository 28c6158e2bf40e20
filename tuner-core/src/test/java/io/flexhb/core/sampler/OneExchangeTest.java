package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Spaces;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OneExchangeTest {
  private static final SearchSpace RICH = Spaces.rich();
  private static final Encoder ENCODER = new Encoder(RICH);

  @Test
  void shouldChangeOneParameterAndWhatHangsOnIt() {
    Configuration centre = RICH.fromUnit(new double[] {.5, .5, .5, .5, .5, .1, .5, .5, .5});
    assertThat(centre.values()).containsEntry("optimizer", "sgd").containsEntry("nesterov", false);
    List<Configuration> neighbours =
        Arrays.stream(search(x -> new double[x.length]).neighbours(ENCODER.encode(centre)))
            .map(ENCODER::decode)
            .toList();
    Set<String> seen = new HashSet<>();
    for (Configuration neighbour : neighbours) {
      assertThat(RICH.check(neighbour)).isEmpty();
      Set<String> changed = new HashSet<>();
      for (String name :
          List.of(
              "momentum",
              "optimizer",
              "lr",
              "layers",
              "width",
              "nesterov",
              "warmup",
              "batch",
              "dropout")) {
        Object before = centre.values().get(name);
        Object after = neighbour.values().get(name);
        if (before != null && after != null && !close(before, after)) {
          changed.add(name);
        }
      }
      assertThat(changed).hasSizeLessThanOrEqualTo(1);
      seen.addAll(changed);
    }
    assertThat(seen).contains("optimizer", "lr", "nesterov", "momentum");
    assertThat(neighbours)
        .as("nesterov = true brings warmup")
        .anyMatch(c -> c.values().containsKey("warmup"));
  }

  @Test
  void shouldClimbUntilNoNeighbourIsBetter() {
    // Best: lr large, optimizer = adam (index 0)
    Acquisition hill = points -> Arrays.stream(points).mapToDouble(x -> x[2] - 10 * x[1]).toArray();
    double[] start = ENCODER.encodeUnit(new double[] {.5, .9, .2, .5, .5, .1, .5, .5, .5});
    double[] top = search(hill).climb(start);
    assertThat(ENCODER.decode(top).values()).containsEntry("optimizer", "adam");
    assertThat(top[2]).isGreaterThan(.9);
    assertThat(ENCODER.encode(ENCODER.decode(top))).containsExactly(top, within(1e-9));
  }

  @Test
  void shouldStayOnAPlateau() {
    double[] start = ENCODER.encodeUnit(new double[9]);
    assertThat(search(x -> new double[x.length]).climb(start)).isEqualTo(start);
  }

  private static OneExchange search(Acquisition acquisition) {
    return new OneExchange(ENCODER, acquisition, CounterRandom.of(1, "t", 0));
  }

  private static boolean close(Object a, Object b) {
    return a instanceof Double x && b instanceof Double y ? Math.abs(x - y) < 1e-12 : a.equals(b);
  }
}
