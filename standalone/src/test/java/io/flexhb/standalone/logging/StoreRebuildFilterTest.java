package io.flexhb.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Set;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class StoreRebuildFilterTest {

  private static final String THREAD = "org.apache.kafka.streams.processor.internals.StreamThread";
  private static final Set<TaskId> TASKS = Set.of(new TaskId(0, 1));

  private final StoreRebuildFilter filter = new StoreRebuildFilter();

  @Test
  void shouldLeaveOutTheStackTrace() {
    assertThat(filter.decide(event(THREAD, "detected", new TaskCorruptedException(TASKS))))
        .isEqualTo(FilterReply.DENY);
  }

  @Test
  void shouldLeaveOutAMessageThatTellsOfTheExceptionOnly() {
    String told = "Failed to register stores: " + new TaskCorruptedException(TASKS).getMessage();

    assertThat(filter.decide(event(THREAD, told, null))).isEqualTo(FilterReply.DENY);
  }

  @Test
  void shouldKeepTheLineInWordsOnceForAllStores() {
    String words = "State store study did not find checkpoint offsets while stores are not empty";

    assertThat(filter.decide(event(THREAD, "task 0_1: " + words, null)))
        .isEqualTo(FilterReply.NEUTRAL);
    assertThat(filter.decide(event(THREAD, "task 0_2: " + words, null)))
        .isEqualTo(FilterReply.DENY);
  }

  @Test
  void shouldKeepOtherTrouble() {
    Exception other = new IllegalStateException("disk full");

    assertThat(filter.decide(event(THREAD, "failed", other))).isEqualTo(FilterReply.NEUTRAL);
    assertThat(filter.decide(event("io.flexhb.x", "m", new TaskCorruptedException(TASKS))))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  private static ILoggingEvent event(String logger, String message, Throwable thrown) {
    return new LoggingEvent(
        "", new LoggerContext().getLogger(logger), Level.WARN, message, thrown, new Object[0]);
  }
}
