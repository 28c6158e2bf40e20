package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workers that ask at the same instant are given configurations that differ. */
class BatchMatesTest {
  private static final double NEAR = 0.05;

  @Test
  void shouldSuggestDifferentThingsToWorkersThatAskTogether() {
    Mates mates = new Mates();
    StudySpec spec = spec();
    Simulator.run(
        SimulationPlan.of(spec, new ToyFunction(0.2))
            .with(Fleet.of(16))
            .with(
                Samplers.create(
                    spec.method().sampler(),
                    spec.method().switches(),
                    SurrogateCache.forOneStudy())),
        mates);

    assertThat(mates.ofTheModel).isGreaterThan(50);
    assertThat(mates.near).isZero();
  }

  /** Counts the model's choices that are near another that was live already. */
  private static final class Mates implements SimulationObserver {
    private int ofTheModel;
    private int near;

    @Override
    public void decided(
        Optional<StudyState> before, StudyEvent event, Decision decision, StudyState after) {
      for (Fact fact : decision.facts()) {
        if (fact instanceof Fact.TrialCreated created && created.origin().equals("fgf")) {
          ofTheModel++;
          near += isNearAnother(after, created) ? 1 : 0;
        }
      }
    }

    private static boolean isNearAnother(StudyState state, Fact.TrialCreated created) {
      Encoder encoder = new Encoder(state.spec().space());
      double[] x = encoder.encode(created.configuration());
      for (Trial other : state.trials()) {
        boolean mate = other.number() < created.trial() && other.isLive();
        if (mate && distance(x, encoder.encode(other.configuration())) < NEAR) {
          return true;
        }
      }
      return false;
    }

    private static double distance(double[] a, double[] b) {
      double largest = 0;
      for (int i = 0; i < a.length; i++) {
        largest = Math.max(largest, Math.abs(a[i] - b[i]));
      }
      return largest;
    }
  }

  private static StudySpec spec() {
    Map<String, Object> space = new LinkedHashMap<>();
    space.put("x", Map.of("type", "double", "low", -10, "high", 10));
    space.put("y", Map.of("type", "double", "low", 0, "high", 20));
    space.put("z", Map.of("type", "double", "low", 0, "high", 10));
    return StudySpecReader.read(
            Map.of(
                "study",
                "mates",
                "algorithm",
                "flexhb",
                "objective",
                Map.of("metric", "loss", "direction", "minimize"),
                "resource",
                Map.of("max", 27),
                "space",
                space,
                "limits",
                Map.of("budget", 1000)))
        .orElseThrow();
  }
}
