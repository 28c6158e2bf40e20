package io.flexhb.standalone.logging;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that a thread died, where the JVM would print a stack trace. The tuner has already reported
 * the failure of a Kafka Streams thread: each replaced thread ends with its failure.
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
