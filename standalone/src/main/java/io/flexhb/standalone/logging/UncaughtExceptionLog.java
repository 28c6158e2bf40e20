package io.flexhb.standalone.logging;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in the log that a thread died, where the JVM would print a stack trace. Of a thread of
 * Kafka Streams the tuner has said so already: each that is replaced ends with what failed.
 */
public final class UncaughtExceptionLog implements Thread.UncaughtExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(UncaughtExceptionLog.class);

  private static final String OF_STREAMS = "-StreamThread-";

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (thread.getName().contains(OF_STREAMS)) {
      LOG.debug("Thread {} ended", thread.getName(), failure);
    } else {
      LOG.error("Thread {} died", thread.getName(), failure);
    }
  }
}
