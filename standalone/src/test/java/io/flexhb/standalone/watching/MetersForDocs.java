package io.flexhb.standalone.watching;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import io.flexhb.codec.Definitions;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.emitter.metrics.MeteredTransport;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.Transport;
import io.flexhb.service.metrics.ScrapedRegistry;
import io.flexhb.service.metrics.StoreRestores;
import io.flexhb.service.metrics.StudyMeters;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.simulator.Fleet;
import io.flexhb.simulator.SimulationPlan;
import io.flexhb.simulator.Simulator;
import io.flexhb.simulator.ToyFunction;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A registry with every meter of FlexHB's own, made by the code that makes them anywhere. */
final class MetersForDocs implements AutoCloseable {

  private static final String DEFINITION =
      """
      {"study": "documented", "objective": {"metric": "loss", "direction": "minimize"},
       "resource": {"max": 9, "eta": 3}, "algorithm": "flexhb", "seed": 1,
       "space": {"x": {"type": "double", "low": -10, "high": 10},
                 "y": {"type": "double", "low": 0, "high": 20},
                 "z": {"type": "double", "low": 0, "high": 10}},
       "limits": {"loops": 2}}
      """;

  /** One that cannot be scraped would only be missing. */
  private final PrometheusMeterRegistry registry =
      ScrapedRegistry.create().throwExceptionOnRegistrationFailure();

  private final TunerMetrics tuner = new TunerMetrics(registry);
  private final StudyMeters studies = tuner.studies();
  private final StoreRestores restores = new StoreRestores(registry);

  MetersForDocs() {
    tuner.ready(() -> true);
    tuner.suggestionQueue(() -> 0);
    tuner.lag(1).of("flexhb.metrics.v1", "metrics");
    tune();
    work();
  }

  /** A study in virtual time, with models, so that their weights are there. */
  private void tune() {
    var spec = Definitions.read(DEFINITION).orElseThrow();
    Simulator.run(
        SimulationPlan.of(spec, new ToyFunction(0.2))
            .with(Fleet.of(4))
            .with(Samplers.create("fgf", spec.method().switches(), new SurrogateCache(1_000_000))),
        (before, event, decision, after) -> {
          if (decision.changesState()) {
            studies.decided(before, after, decision, StateChanges.by(decision, before, after));
          }
        });
  }

  /** One ask, which is enough for all meters of a worker. */
  private void work() {
    Transport transport =
        MeteredTransport.opener(onCommand -> new Nowhere(), "w", registry).open(command -> {});
    transport
        .writer()
        .send(new WorkRequest("documented", null, "w", 0, 1L, List.of(), null, Instant.EPOCH));
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  int restoresUnderWay() {
    return restores.underWay().size();
  }

  /** Takes what is sent, and answers nothing. */
  private static final class Nowhere implements Transport {
    @Override
    public EventWriter writer() {
      return new EventWriter() {
        @Override
        public void send(WorkRequest request) {}

        @Override
        public void send(TrialEvent event) {}
      };
    }

    @Override
    public void follow(String study) {}

    @Override
    public long close(Duration patience) {
      return 0;
    }
  }

  @Override
  public void close() {
    studies.close();
    registry.close();
  }
}
