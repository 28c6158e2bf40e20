package io.flexhb.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureConverterTest {

  private static final Throwable FULL =
      new IllegalStateException(
          "cannot append", new UncheckedIOException(new IOException("No space left on device")));

  private final LoggerContext context = new LoggerContext();
  private final FailureConverter converter = new FailureConverter();

  @ParameterizedTest
  @CsvSource({"kafka.log.LogManager, WARN", "io.flexhb.service.TunerService, INFO"})
  void shouldTellTheInnermostCauseInTheLine(String logger, String level) {
    assertThat(told(logger, level)).isEqualTo(" (java.io.IOException: No space left on device)");
  }

  @ParameterizedTest
  @CsvSource({"kafka.log.LogManager, INFO", "io.flexhb.service.TunerService, DEBUG"})
  void shouldShowTheStackTraceToWhoAskedForMore(String logger, String level) {
    assertThat(told(logger, level))
        .startsWith(System.lineSeparator() + "  java.lang.IllegalStateException: cannot append")
        .contains("Caused by: java.io.IOException: No space left on device")
        .contains("\tat " + FailureConverterTest.class.getName());
  }

  @ParameterizedTest
  @CsvSource({"INFO", "DEBUG"})
  void shouldBeginNoLineWithWhatAStrangerWrote(String level) {
    String logger = "io.flexhb.service.TunerService";
    start(logger, level);

    String told =
        converter.convert(
            event(logger, new IllegalStateException("x\n12:00:00 INFO forged\33[2J")));

    assertThat(told).doesNotContain("\n12:00").doesNotContain("\33").contains("\\u001b[2J");
  }

  @ParameterizedTest
  @CsvSource({"io.flexhb.service.TunerService, INFO"})
  void shouldAddNothingToALineWithoutAFailure(String logger, String level) {
    start(logger, level);

    assertThat(converter.convert(event(logger, null))).isEmpty();
  }

  private String told(String logger, String level) {
    start(logger, level);
    return converter.convert(event(logger, FULL));
  }

  private void start(String logger, String level) {
    context.getLogger(logger).setLevel(Level.valueOf(level));
    converter.setContext(context);
    converter.start();
  }

  private LoggingEvent event(String logger, Throwable thrown) {
    return new LoggingEvent(
        "fqcn", context.getLogger(logger), Level.ERROR, "it failed", thrown, new Object[0]);
  }
}
