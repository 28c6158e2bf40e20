package io.flexhb.emitter.metrics;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.Transport;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** A transport that counts its records and commands. Thread-safe. */
public final class MeteredTransport implements Transport {

  private final Transport inner;
  private final WorkerMeters meters;

  private MeteredTransport(Transport inner, WorkerMeters meters) {
    this.inner = inner;
    this.meters = meters;
  }

  /**
   * An opener of metered transports.
   *
   * @param worker id of the worker
   * @param registry takes the meters; not owned
   */
  public static Opener opener(Opener inner, String worker, MeterRegistry registry) {
    return onCommand -> {
      WorkerMeters meters = new WorkerMeters(worker, registry);
      return new MeteredTransport(
          inner.open(
              command -> {
                meters.received(command);
                onCommand.accept(command);
              }),
          meters);
    };
  }

  @Override
  public EventWriter writer() {
    EventWriter out = inner.writer();
    return new EventWriter() {
      @Override
      public void send(WorkRequest request) {
        meters.asks(request);
        out.send(request);
      }

      @Override
      public void send(TrialEvent event) {
        meters.sends(event);
        out.send(event);
      }
    };
  }

  @Override
  public void follow(String study) {
    inner.follow(study);
  }

  @Override
  public long close(Duration patience) {
    long lost = inner.close(patience);
    meters.close(lost);
    return lost;
  }
}
