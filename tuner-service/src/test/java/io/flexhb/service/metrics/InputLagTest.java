package io.flexhb.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class InputLagTest {

  private static final Offset<Double> A_SECOND = Offset.offset(1.0);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TunerMetrics tuner = new TunerMetrics(registry);
  private final InputLag lag = tuner.lag(2);
  private final InputLag.OfTopic metrics = lag.of("test.flexhb.metrics.v1", "metrics");

  private double seconds() {
    return registry.get("flexhb.input.lag").tag("topic", "metrics").gauge().value();
  }

  private static long secondsAgo(int seconds) {
    return System.currentTimeMillis() - seconds * 1000L;
  }

  @Test
  void shouldBeTheAgeOfTheOldestRecordInHand() {
    metrics.next(0, 7, secondsAgo(20));
    metrics.next(1, 3, secondsAgo(5));

    assertThat(seconds()).isCloseTo(20, A_SECOND);
  }

  @Test
  void shouldBeNothingOnceAllIsDealtWith() {
    metrics.next(0, 7, secondsAgo(20));
    lag.processed("test.flexhb.metrics.v1", 0, 7);

    assertThat(seconds()).isZero();
  }

  @Test
  void shouldStandUntilTheNextRecordIsDealtWithToo() {
    metrics.next(0, 7, secondsAgo(20));
    metrics.next(0, 8, secondsAgo(10));
    lag.processed("test.flexhb.metrics.v1", 0, 7);

    assertThat(seconds()).isCloseTo(10, A_SECOND);
  }

  @Test
  void shouldForgetAPartitionThatMoved() {
    metrics.next(1, 7, secondsAgo(20));
    lag.forget(1);

    assertThat(seconds()).isZero();
  }

  @Test
  void shouldKeepWhatAThreadThatFailedHadInHandUntilAnotherDealsWithIt() throws Exception {
    metrics.next(1, 7, secondsAgo(20));
    Thread thread =
        new Thread(
            () -> {
              tuner.threadReplaced();
              lag.forget(1);
            });
    thread.start();
    thread.join();

    assertThat(seconds()).isCloseTo(20, A_SECOND);
    assertThat(tuner.isShortOfThreads()).isTrue();

    lag.found(1);
    assertThat(tuner.isShortOfThreads()).isFalse();
    assertThat(seconds()).isCloseTo(20, A_SECOND);

    lag.processed("test.flexhb.metrics.v1", 1, 7);
    assertThat(seconds()).isZero();
  }

  @Test
  void shouldBearAPartitionThatNobodyConfigured() {
    metrics.next(2, 7, secondsAgo(20));
    lag.processed("test.flexhb.metrics.v1", 2, 7);
    lag.forget(2);

    assertThat(seconds()).isZero();
  }
}
