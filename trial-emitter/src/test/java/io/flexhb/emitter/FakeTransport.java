package io.flexhb.emitter;

import io.flexhb.avro.Command;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.FakeTuner;
import io.flexhb.emitter.protocol.Outbox;
import io.flexhb.emitter.protocol.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Keeps what is sent, hands it to a fake tuner if there is one, and delivers commands. */
public final class FakeTransport implements Transport, EventWriter {

  private final Outbox sent = new Outbox();
  private final List<String> followed = new CopyOnWriteArrayList<>();
  private final ExecutorService reader = Executors.newSingleThreadExecutor();
  private volatile Consumer<Command> onCommand = command -> {};
  private volatile Consumer<WorkRequest> onAsk = request -> {};
  private volatile Consumer<TrialEvent> onEvent = event -> {};
  private volatile boolean closed;

  /** A transport on which only {@link #deliver} answers. */
  public static FakeTransport silent() {
    return new FakeTransport();
  }

  /** A transport with a fake tuner that answers. */
  public static FakeTransport tuned() {
    FakeTransport transport = new FakeTransport();
    FakeTuner tuner = new FakeTuner(transport::deliver);
    transport.onAsk = tuner::on;
    transport.onEvent = tuner::on;
    return transport;
  }

  /** Sets the consumer that answers each ask. */
  public void onAsk(Consumer<WorkRequest> answering) {
    onAsk = answering;
  }

  public Transport open(Consumer<Command> handler) {
    onCommand = handler;
    return this;
  }

  /** Delivers on the reader's thread, later. */
  public void deliver(Command command) {
    reader.execute(() -> onCommand.accept(command));
  }

  public Outbox sent() {
    return sent;
  }

  public List<String> followed() {
    return followed;
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public EventWriter writer() {
    return this;
  }

  @Override
  public void follow(String study) {
    followed.add(study);
  }

  @Override
  public long close(Duration patience) {
    closed = true;
    reader.shutdown();
    return 0;
  }

  @Override
  public void send(WorkRequest request) {
    sent.send(request);
    onAsk.accept(request);
  }

  @Override
  public void send(TrialEvent event) {
    sent.send(event);
    onEvent.accept(event);
  }
}
