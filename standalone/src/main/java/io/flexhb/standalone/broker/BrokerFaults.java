package io.flexhb.standalone.broker;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of the faults inside a node.
 *
 * <p>Kafka's own handler ends the JVM at each fatal one. That is right while the node runs, since
 * its state can no longer be trusted. But when it cannot start, the caller shall learn why.
 */
final class BrokerFaults implements FaultHandlerFactory {

  private static final Logger LOG = LoggerFactory.getLogger(BrokerFaults.class);

  private final AtomicReference<Throwable> first = new AtomicReference<>();
  private volatile boolean running;

  @Override
  public FaultHandler build(String name, boolean fatal, Runnable action) {
    return (message, cause) -> handle(name + ": " + message, cause, fatal, action);
  }

  private RuntimeException handle(String message, Throwable cause, boolean fatal, Runnable action) {
    FaultHandlerException fault = new FaultHandlerException(message, cause);
    record(fault);
    action.run();
    if (running && fatal) {
      LOG.error("The broker cannot go on, and ends the process before data suffer", fault);
      Exit.halt(1);
    } else if (running) {
      LOG.error("The broker met a fault", fault);
    }
    return fault;
  }

  /** Notes a fault; the first one counts. */
  void record(Throwable fault) {
    first.compareAndSet(null, fault);
  }

  /** From now on a fatal fault ends the process. */
  void nodeIsRunning() {
    running = true;
  }

  /** From now on faults are of no account. */
  void nodeIsStopping() {
    running = false;
  }

  /** The fault that came first, which is the reason of those after it. */
  Optional<Throwable> first() {
    return Optional.ofNullable(first.get());
  }
}
