package io.flexhb.standalone.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.ThrowableHandlingConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;

/**
 * What was thrown, in the line of the message: the innermost cause. An operator whose disk is full
 * must not look for that in pages of stack traces. Who asked for more (with {@code --verbose}, or a
 * level for Kafka's loggers) gets the stack trace.
 */
public final class FailureConverter extends ThrowableHandlingConverter {

  private static final String OURS = "io.flexhb.";

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
        ? System.lineSeparator() + whole.convert(event).stripTrailing()
        : " (" + innermost(thrown) + ")";
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
