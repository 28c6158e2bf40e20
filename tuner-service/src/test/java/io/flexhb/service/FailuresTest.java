package io.flexhb.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class FailuresTest {

  @Test
  void shouldTryAgainWhenTheDiskIsFullAndSayWhatToDo() {
    Throwable full =
        new StreamsException(
            new ProcessorStateException(
                "Error opening store study", new IllegalStateException("No space left on device")));

    assertThat(Failures.fatal(full)).isEmpty();
    assertThat(Failures.temporary(full, "/data/state"))
        .startsWith("no room in the state directory /data/state; free some")
        .contains("continues by itself")
        .contains("No space left on device");
  }

  @Test
  void shouldSayWhichLimitToRaiseWhenNoFileCanBeOpened() {
    Throwable many = new StreamsException(new IllegalStateException("x: Too many open files"));

    assertThat(Failures.fatal(many)).isEmpty();
    assertThat(Failures.temporary(many, "/data/state")).contains("ulimit -n");
  }

  @Test
  void shouldStopForWantOfMemoryAndSayWhatToDo() {
    assertThat(Failures.fatal(new StreamsException(new OutOfMemoryError("Java heap space"))))
        .hasValueSatisfying(told -> assertThat(told).contains("Java heap space").contains("-Xmx"));
  }

  @Test
  void shouldSayWhatToRaiseWhenATopicRefusesARecord() {
    assertThat(Failures.fatal(new StreamsException(new RecordTooLargeException("too large"))))
        .hasValueSatisfying(
            told -> assertThat(told).contains("max.message.bytes", "decisions", "100000 more"));
  }

  /** The broker may only remember an earlier member; {@link NameCheck} checks that. */
  @Test
  void shouldNotStopAtOnceWhenItIsFenced() {
    Throwable fenced = new StreamsException(new FencedInstanceIdException("another consumer"));

    assertThat(Failures.isFenced(fenced)).isTrue();
    assertThat(Failures.fatal(fenced)).isEmpty();
    assertThat(Failures.isFenced(new StreamsException("no"))).isFalse();
  }

  @Test
  void shouldTellAnyOtherFailureAsItIs() {
    Throwable other = new StreamsException("outer", new IllegalStateException("inner"));

    assertThat(Failures.temporary(other, "s")).isEqualTo("java.lang.IllegalStateException: inner");
  }
}
