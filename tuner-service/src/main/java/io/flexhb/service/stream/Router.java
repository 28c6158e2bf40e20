package io.flexhb.service.stream;

import io.flexhb.service.codec.PoisonRecord;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Takes a decoded record to the study it is about, or to the DLQ. */
final class Router {

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
      outcome =
          task.poison(
              in.study().getBytes(StandardCharsets.UTF_8),
              in.value(),
              in.headers(),
              in.origin(),
              poison.getMessage(),
              in.now());
    }
    outcome.commit();
  }
}
