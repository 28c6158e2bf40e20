package io.flexhb.service.stream;

import io.flexhb.service.codec.PoisonRecord;
import io.flexhb.service.metrics.TunerMetrics;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a decoded record to the study it is about, or to the DLQ. */
final class Router {

  private static final Logger LOG = LoggerFactory.getLogger(Router.class);

  private final Task task;
  private final KnownStudies known;
  private final UnknownStudies unknown;

  Router(Task task, Erasing erasing) {
    this.task = task;
    this.known = new KnownStudies(task, erasing);
    this.unknown = new UnknownStudies(task, known);
  }

  void route(Inbound in) {
    Outcome outcome;
    try {
      Optional<LiveStudy> live = task.shelf().find(in.study());
      outcome = live.isPresent() ? known.handle(live.get(), in) : unknown.handle(in);
    } catch (PoisonRecord poison) {
      outcome = poison(in, poison);
    }
    outcome.commit();
  }

  private Outcome poison(Inbound in, PoisonRecord poison) {
    LOG.warn("Study {}: {} goes to the DLQ: {}", in.study(), in.origin(), poison.getMessage());
    Outputs outputs = task.outputs();
    outputs.poison(
        in.study().getBytes(StandardCharsets.UTF_8),
        in.value(),
        in.headers(),
        in.origin(),
        poison.getMessage(),
        in.now());
    return () -> {
      outputs.forward(task.context(), in.now());
      task.metrics().input(TunerMetrics.Input.POISON);
    };
  }
}
