package io.flexhb.standalone.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ShutdownSignalTest {

  @Test
  @Timeout(30)
  void shouldInterruptTheCommandAndWaitUntilItHasCleanedUp() throws InterruptedException {
    CountDownLatch noticed = new CountDownLatch(1);
    Thread process;
    try (ShutdownSignal signal = ShutdownSignal.interrupting(noticed::countDown)) {
      process = new Thread(signal::shutDown);
      process.start();
      assertThatThrownBy(new CountDownLatch(1)::await).isInstanceOf(InterruptedException.class);
      assertThat(noticed.getCount()).isZero();
      assertThat(signal.isRaised()).isTrue();

      process.join(200);
      assertThat(process.isAlive()).as("waits for the command").isTrue();
    }
    process.join(ShutdownSignal.INTERRUPTED_LIMIT.toMillis() / 2);
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  @Timeout(30)
  void shouldLetACommandWaitForTheEndAndTheProcessForTheCommand() throws InterruptedException {
    Thread process;
    try (ShutdownSignal signal = ShutdownSignal.awaited()) {
      assertThat(signal.isRaised()).isFalse();
      process = new Thread(signal::shutDown);
      process.start();
      signal.await();

      process.join(200);
      assertThat(process.isAlive()).as("waits for the command").isTrue();
    }
    process.join(ShutdownSignal.INTERRUPTED_LIMIT.toMillis() / 2);
    assertThat(process.isAlive()).isFalse();
  }
}
