package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class EarlyEndTest {

  @Test
  @Timeout(30)
  void shouldInterruptTheCommandAndWaitUntilItHasCleanedUp() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    Thread process;
    try (EarlyEnd early = EarlyEnd.of(told::countDown)) {
      process = new Thread(early::end);
      process.start();
      assertThatThrownBy(new CountDownLatch(1)::await).isInstanceOf(InterruptedException.class);
      assertThat(told.getCount()).isZero();
      assertThat(early.isTold()).isTrue();

      process.join(200);
      assertThat(process.isAlive()).as("waits for the command").isTrue();
    }
    process.join(EarlyEnd.LIMIT.toMillis() / 2);
    assertThat(process.isAlive()).isFalse();
  }
}
