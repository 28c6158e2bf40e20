package io.flexhb.emitter.protocol;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a slot sends. */
public final class Outbox implements EventWriter {

  private final List<WorkRequest> asks = new ArrayList<>();
  private final List<TrialEvent> events = new ArrayList<>();

  @Override
  public synchronized void send(WorkRequest request) {
    asks.add(request);
  }

  @Override
  public synchronized void send(TrialEvent event) {
    events.add(event);
  }

  /** All asks so far. */
  public synchronized List<WorkRequest> asks() {
    return List.copyOf(asks);
  }

  /** All events so far. */
  public synchronized List<TrialEvent> events() {
    return List.copyOf(events);
  }

  /** Kinds of all events so far. */
  public synchronized List<TrialEventKind> kinds() {
    return events.stream().map(TrialEvent::getKind).toList();
  }

  /** The newest event. */
  public synchronized TrialEvent lastEvent() {
    return events.get(events.size() - 1);
  }
}
