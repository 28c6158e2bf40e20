package io.flexhb.standalone.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.errors.TaskCorruptedException;

/**
 * Leaves out the stack traces with which Kafka Streams accompanies an ordinary event: the tuner was
 * killed, so its stores may hold what was never committed, and are read from their changelogs anew.
 * The line that says so in words stays, once for all stores, and so does the cause where there is
 * another.
 */
public final class StoreRebuildFilter extends Filter<ILoggingEvent> {

  private static final String STREAMS = "org.apache.kafka.streams.processor.internals.";
  private static final String EXCEPTION = TaskCorruptedException.class.getName();
  private static final String MESSAGE = "are corrupted and hence need to be re-initialized";

  /** In the line that says so in words. */
  private static final String WORDS = "did not find checkpoint offsets while stores are not empty";

  private final AtomicBoolean told = new AtomicBoolean();

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
    return message.contains(MESSAGE) || message.contains(WORDS) && told.getAndSet(true);
  }
}
