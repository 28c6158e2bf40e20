package io.flexhb.standalone.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.errors.TaskCorruptedException;

/**
 * Drops the stack traces that Kafka Streams logs for an ordinary event: after the tuner was killed,
 * its stores may hold uncommitted data and are restored from their changelogs. The plain log line
 * about it is kept once for all stores. Exceptions with another cause are kept.
 */
public final class StoreRebuildFilter extends Filter<ILoggingEvent> {

  private static final String STREAMS = "org.apache.kafka.streams.processor.internals.";
  private static final String EXCEPTION = TaskCorruptedException.class.getName();
  private static final String MESSAGE = "are corrupted and hence need to be re-initialized";

  /** Part of the plain log line. */
  private static final String WORDS = "did not find checkpoint offsets while stores are not empty";

  private final AtomicBoolean logged = new AtomicBoolean();

  @Override
  public FilterReply decide(ILoggingEvent event) {
    return event.getLoggerName().startsWith(STREAMS) && isAboutReadingAnew(event)
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }

  private boolean isAboutReadingAnew(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      return thrown.getClassName().equals(EXCEPTION) && thrown.getCause() == null;
    }
    String message = event.getFormattedMessage();
    return message.contains(MESSAGE) || message.contains(WORDS) && logged.getAndSet(true);
  }
}
