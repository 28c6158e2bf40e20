package io.flexhb.emitter.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SpoolingTransportTest {
  /** Builds run on busy machines. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir private Path folder;
  private final Below below = new Below();

  /** Accepts records and delivers them only while there is a broker. */
  private static final class Below implements Transport, EventWriter {
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private volatile boolean broker = true;
    private volatile long delivered;

    @Override
    public EventWriter writer() {
      return this;
    }

    @Override
    public void follow(String study) {
      taken.add("follow " + study);
    }

    @Override
    public long undelivered() {
      delivered = broker ? taken.size() : delivered;
      return taken.size() - delivered;
    }

    @Override
    public long close(Duration patience) {
      return undelivered();
    }

    @Override
    public void send(WorkRequest request) {
      taken.add("ask " + request.getAskSequence());
    }

    @Override
    public void send(TrialEvent event) {
      taken.add(event.getKind() + " " + event.getResource());
    }
  }

  @Test
  void shouldSendInOrder() {
    SpoolingTransport transport = new SpoolingTransport(folder, below);
    transport.send(event(TrialEventKind.METRICS, 1));
    transport.send(event(TrialEventKind.ENDED, 0));
    transport.send(ask(7));

    await(() -> below.taken.size() == 3);
    assertThat(below.taken).containsExactly("METRICS 1", "ENDED 0", "ask 7");
    transport.close(SHORT);
  }

  @Test
  void shouldAskOnlyWhenWhatWasSaidBeforeIsDelivered() {
    SpoolingTransport transport = new SpoolingTransport(folder, below);
    below.broker = false;
    transport.send(event(TrialEventKind.METRICS, 1));
    transport.send(ask(7));
    await(() -> below.taken.size() == 1);
    sleep(200);
    assertThat(below.taken).containsExactly("METRICS 1");

    below.broker = true;
    await(() -> below.taken.size() == 2);
    assertThat(below.taken).endsWith("ask 7");
    transport.close(SHORT);
  }

  @Test
  void shouldKeepMostOfALongOutageOutOfMemory() {
    SpoolingTransport transport = new SpoolingTransport(folder, below);
    below.broker = false;
    for (int i = 1; i <= 5_000; i++) {
      transport.send(event(TrialEventKind.METRICS, i));
    }
    await(() -> below.taken.size() == 1024);
    sleep(200);
    assertThat(below.taken).hasSize(1024);

    below.broker = true;
    await(() -> below.taken.size() == 5_000);
    assertThat(below.taken.get(4_999)).isEqualTo("METRICS 5000");
    transport.close(SHORT);
  }

  @Test
  void shouldSendWhatAnEarlierAgentCouldNot() {
    below.broker = false;
    SpoolingTransport earlier = new SpoolingTransport(folder, below);
    earlier.send(ask(1));
    earlier.send(event(TrialEventKind.METRICS, 1));
    earlier.send(event(TrialEventKind.HEARTBEAT, 0));
    earlier.send(event(TrialEventKind.ENDED, 0));
    earlier.close(SHORT);

    Below again = new Below();
    SpoolingTransport later = new SpoolingTransport(folder, again);
    later.send(ask(2));
    await(() -> again.taken.size() == 3);

    assertThat(again.taken).containsExactly("METRICS 1", "ENDED 0", "ask 2");
    later.close(SHORT);
    Below third = new Below();
    new SpoolingTransport(folder, third).close(SHORT);
    assertThat(third.taken).isEmpty();
  }

  private static WorkRequest ask(long sequence) {
    return new WorkRequest("s", null, "w", 0, sequence, List.of(), null, Instant.EPOCH);
  }

  private static TrialEvent event(TrialEventKind kind, long resource) {
    TrialEvent event = new TrialEvent();
    event.setStudy("s");
    event.setIncarnation(new UUID(0, 1));
    event.setWorker("w");
    event.setCommandSeen("c");
    event.setKind(kind);
    event.setResource(resource);
    event.setValues(Map.of());
    event.setMessage("");
    event.setSentAt(Instant.EPOCH);
    return event;
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(LIMIT).until(condition);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
