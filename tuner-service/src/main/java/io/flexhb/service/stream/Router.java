package io.flexhb.service.stream;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.service.codec.EventCodec;
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
      outcome = handle(in);
    } catch (PoisonRecord poison) {
      outcome = poison(in, poison.getMessage());
    }
    outcome.commit();
  }

  private Outcome handle(Inbound in) {
    Optional<LiveStudy> live = task.shelf().find(in.study());
    return live.isPresent() ? known.handle(live.get(), in) : unknown.handle(in);
  }

  private Outcome poison(Inbound in, String reason) {
    Outcome letter =
        task.poison(
            in.study().getBytes(StandardCharsets.UTF_8),
            in.value(),
            in.headers(),
            in.origin(),
            reason,
            in.now());
    return answer(in, reason)
        .<Outcome>map(
            answered ->
                () -> {
                  letter.commit();
                  answered.commit();
                })
        .orElse(letter);
  }

  /** Whoever reports waits for an answer: without one a bad report would cost its lease. */
  private Optional<Outcome> answer(Inbound in, String reason) {
    if (!(in.record() instanceof TrialEvent event) || event.getKind() != TrialEventKind.METRICS) {
      return Optional.empty();
    }
    try {
      return Optional.of(handle(in.with(EventCodec.unusable(event, reason))));
    } catch (PoisonRecord itself) {
      // The record is of nobody, or the engine is at fault.
      return Optional.empty();
    }
  }
}
