package io.flexhb.emitter.agent.spool;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import io.flexhb.emitter.protocol.Transport;
import io.flexhb.registry.RecordModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.message.BinaryMessageDecoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each record to disk and sends from there, in order, with a bounded number of undelivered
 * records. So senders never wait for a broker, and memory is bounded. Records that an agent could
 * not send before it died are sent by the next agent of its name, except asks and heartbeats, which
 * concern the dead process.
 */
public final class SpoolingTransport implements Transport, EventWriter {

  private static final Logger LOG = LoggerFactory.getLogger(SpoolingTransport.class);

  /** Maximum number of undelivered records in the underlying transport. */
  private static final int WINDOW = 1024;

  private static final long LOOK_MILLIS = 50;
  private static final long DELIVERY_MILLIS = 5;
  private static final byte ASK = 0;
  private static final byte EVENT = 1;

  private final BinaryMessageDecoder<WorkRequest> asks =
      new BinaryMessageDecoder<>(RecordModel.of(WorkRequest.class), WorkRequest.getClassSchema());
  private final BinaryMessageDecoder<TrialEvent> events =
      new BinaryMessageDecoder<>(RecordModel.of(TrialEvent.class), TrialEvent.getClassSchema());

  private final Path folder;
  private final SpoolFolder spool;
  private final Transport below;
  private final Thread sender = new Thread(this::send, "flexhb-spool");

  /** Distinguishes the entries of this process from those of an earlier one. */
  private final long process = System.nanoTime();

  private volatile boolean closed;
  private volatile boolean drained;

  /** Sends the records left by an earlier process as soon as it can. */
  public SpoolingTransport(Path folder, Transport below) {
    this.folder = folder;
    this.spool = new SpoolFolder(folder);
    this.below = below;
    sender.setDaemon(true);
    sender.start();
  }

  @Override
  public EventWriter writer() {
    return this;
  }

  @Override
  public void follow(String study) {
    below.follow(study);
  }

  @Override
  public void send(WorkRequest request) {
    keep(ASK, encoded(request));
  }

  @Override
  public void send(TrialEvent event) {
    keep(EVENT, encoded(event));
  }

  private void keep(byte kind, ByteBuffer record) {
    if (closed) {
      throw new IllegalStateException("the agent is closed: nothing can be sent");
    }
    ByteBuffer entry = ByteBuffer.allocate(1 + Long.BYTES + record.remaining());
    entry.put(kind).putLong(process).put(record);
    spool.add(entry.array());
  }

  private void send() {
    try {
      while (true) {
        if (below.undelivered() == 0) {
          spool.forget();
        }
        Optional<byte[]> entry = spool.next(LOOK_MILLIS);
        if (entry.isPresent()) {
          while (below.undelivered() >= WINDOW) {
            Thread.sleep(LOOK_MILLIS);
          }
          send(ByteBuffer.wrap(entry.get()));
        } else if (closed) {
          drained = true;
          return;
        }
      }
    } catch (InterruptedException | TrainingInterruptedException closedEarly) {
      LOG.debug("Unsent records stay in {}", folder);
    } catch (RuntimeException broken) {
      LOG.error("Reports are no longer sent; they stay in {}", folder, broken);
    }
  }

  /**
   * An ask says that the slot trains nothing now, and is on another topic than reports. So earlier
   * reports, of this process or a previous one, must be delivered first.
   */
  private void awaitDelivery() throws InterruptedException {
    while (below.undelivered() > 0) {
      Thread.sleep(DELIVERY_MILLIS);
    }
  }

  private void send(ByteBuffer entry) throws InterruptedException {
    byte kind = entry.get();
    boolean ofThisProcess = entry.getLong() == process;
    try {
      if (kind == ASK) {
        if (ofThisProcess) {
          awaitDelivery();
          below.writer().send(asks.decode(entry));
        }
        return;
      }
      TrialEvent event = events.decode(entry);
      if (ofThisProcess || event.getKind() != TrialEventKind.HEARTBEAT) {
        below.writer().send(event);
      }
    } catch (IOException | AvroRuntimeException unreadable) {
      // For example of another version.
      LOG.warn("A kept record cannot be read and is skipped: {}", unreadable.toString());
    }
  }

  private static ByteBuffer encoded(WorkRequest request) {
    try {
      return WorkRequest.getEncoder().encode(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuffer encoded(TrialEvent event) {
    try {
      return TrialEvent.getEncoder().encode(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes without loss: records not delivered in that time stay on disk for the next agent. */
  @Override
  public long close(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    closed = true;
    join(patience);
    if (!drained) {
      sender.interrupt();
      join(Duration.ofSeconds(1));
    }
    long left = below.close(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
    if (left == 0 && drained) {
      spool.forget();
    } else {
      LOG.warn(
          "Not all reports could be delivered within {}: they are kept in {} and sent when an"
              + " agent of this name starts again",
          patience,
          folder);
    }
    spool.close();
    return 0;
  }

  private void join(Duration patience) {
    try {
      sender.join(Math.max(1, patience.toMillis()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
