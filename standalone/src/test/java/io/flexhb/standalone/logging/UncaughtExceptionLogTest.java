package io.flexhb.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class UncaughtExceptionLogTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger(UncaughtExceptionLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(lines);
    lines.start();
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void shouldTellOfAThreadThatDied() {
    die("trainer-1");

    assertThat(lines.list)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getFormattedMessage()).isEqualTo("Thread trainer-1 died");
              assertThat(line.getThrowableProxy().getMessage()).isEqualTo("no more");
            });
  }

  @Test
  void shouldLeaveThoseOfKafkaStreamsToTheTuner() {
    die("flexhb-tuner-0-StreamThread-1");

    assertThat(lines.list).isEmpty();
  }

  private static void die(String name) {
    new UncaughtExceptionLog()
        .uncaughtException(new Thread(name), new IllegalStateException("no more"));
  }
}
