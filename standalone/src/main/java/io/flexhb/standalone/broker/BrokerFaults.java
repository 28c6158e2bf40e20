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
 * Handles the faults inside a node.
 *
 * <p>Kafka's own handler ends the JVM at each fatal fault. That is right while the node runs, since
 * its state can no longer be trusted. When the node cannot start, the caller must learn why
 * instead.
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
      LOG.error("The broker cannot continue and ends the process to protect its data", fault);
      Exit.halt(1);
    } else if (running) {
      LOG.error("A fault occurred in the broker", fault);
    }
    return fault;
  }

  /** Records a fault; only the first one is kept. */
  void record(Throwable fault) {
    first.compareAndSet(null, fault);
  }

  /** From now on a fatal fault ends the process. */
  void nodeIsRunning() {
    running = true;
  }

  /** From now on faults are ignored. */
  void nodeIsStopping() {
    running = false;
  }

  /** The first fault, which is the cause of the later ones. */
  Optional<Throwable> first() {
    return Optional.ofNullable(first.get());
  }
}
