package io.flexhb.standalone.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.ThrowableHandlingConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import io.flexhb.standalone.text.EscapedText;
import java.util.stream.Collectors;

/**
 * Shows the innermost cause of a failure in the line of the message, so that an operator whose disk
 * is full need not search pages of stack traces. Users who ask for more (with {@code --verbose}, or
 * a level for Kafka's loggers) get the stack trace.
 */
public final class FailureConverter extends ThrowableHandlingConverter {

  private static final String OURS = "io.flexhb.";

  private static final String INDENT = "  ";

  private final ThrowableProxyConverter whole = new ThrowableProxyConverter();

  @Override
  public void start() {
    whole.setContext(getContext());
    whole.start();
    super.start();
  }

  @Override
  public String convert(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown == null) {
      return "";
    }
    return isWanted(event.getLoggerName())
        ? System.lineSeparator() + indented(whole.convert(event))
        : EscapedText.line(" (" + innermost(thrown) + ")");
  }

  /** No line of it can be mistaken for a log line, because log lines begin with the time. */
  private static String indented(String stackTrace) {
    return EscapedText.lines(stackTrace.stripTrailing().replace("\r\n", "\n"))
        .lines()
        .map(line -> INDENT + line)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private boolean isWanted(String logger) {
    Level level = ((LoggerContext) getContext()).getLogger(logger).getEffectiveLevel();
    Level most = logger.startsWith(OURS) ? Level.DEBUG : Level.INFO;
    return most.isGreaterOrEqual(level);
  }

  private static String innermost(IThrowableProxy thrown) {
    IThrowableProxy cause = thrown;
    while (cause.getCause() != null && !cause.isCyclic()) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null
        ? cause.getClassName()
        : cause.getClassName() + ": " + cause.getMessage();
  }
}
