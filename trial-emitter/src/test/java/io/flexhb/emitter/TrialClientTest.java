package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.emitter.protocol.Commands;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TrialClientTest {

  private final FakeTransport transport = FakeTransport.silent();
  private final TrialClient client =
      new TrialClient("w", Duration.ofSeconds(1), transport::open, new MonotoneClock());

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void shouldNumberTheSlotsOfEachStudyFromZero() {
    WorkerSlot first = client.slot("a");
    WorkerSlot second = client.slot("a");
    WorkerSlot other = client.slot("b");

    assertThat(first.number()).isZero();
    assertThat(second.number()).isEqualTo(1);
    assertThat(other.number()).isZero();

    first.close();
    assertThat(client.slot("a").number()).isZero();
    assertThatIllegalStateException()
        .isThrownBy(() -> client.slot("a", 1))
        .withMessageContaining("slot 1 of study a is open");
  }

  @Test
  void shouldFollowAStudyBeforeItsSlotCanAsk() {
    client.slot("a");
    assertThat(transport.followed()).containsExactly("a");
    assertThatIllegalArgumentException().isThrownBy(() -> client.slot("a/b"));
  }

  @Test
  void shouldTellOfEachDiscardedCheckpointOnce() throws InterruptedException {
    BlockingQueue<TrialCheckpoint> told = new LinkedBlockingQueue<>();
    client.onDiscardCheckpoint(told::add);

    transport.deliver(discard("d1", 1));
    transport.deliver(discard("d1", 1));
    transport.deliver(discard("d2", 2));

    assertThat(told.poll(10, TimeUnit.SECONDS))
        .isEqualTo(new TrialCheckpoint("toy", 1, 3, "s3://1"));
    assertThat(told.poll(10, TimeUnit.SECONDS))
        .isEqualTo(new TrialCheckpoint("toy", 2, 3, "s3://2"));
  }

  @Test
  void shouldTellOnWhenAListenerThrows() throws InterruptedException {
    BlockingQueue<Integer> told = new LinkedBlockingQueue<>();
    client.onDiscardCheckpoint(
        checkpoint -> {
          told.add(checkpoint.trial());
          throw new IllegalStateException("disk is gone");
        });

    transport.deliver(discard("d1", 1));
    transport.deliver(discard("d2", 2));

    assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo(2);
  }

  @Test
  void shouldIgnoreCommandsOfKindsItDoesNotKnow() throws InterruptedException {
    BlockingQueue<TrialCheckpoint> told = new LinkedBlockingQueue<>();
    client.onDiscardCheckpoint(told::add);
    Command unknown = discard("d1", 1);
    unknown.setKind(CommandKind.UNKNOWN);

    transport.deliver(unknown);
    transport.deliver(discard("d2", 2));

    assertThat(told.poll(10, TimeUnit.SECONDS)).extracting(TrialCheckpoint::trial).isEqualTo(2);
  }

  @Test
  void shouldOpenNoSlotOnceClosed() {
    client.close();
    client.close();

    assertThat(transport.isClosed()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> client.slot("a"))
        .withMessageContaining("closed");
  }

  private static Command discard(String id, int trial) {
    Command command = Commands.decision(CommandKind.DISCARD_CHECKPOINT, id, trial, 0);
    command.setCheckpoint(new io.flexhb.avro.Checkpoint(3L, "s3://" + trial));
    return command;
  }
}
