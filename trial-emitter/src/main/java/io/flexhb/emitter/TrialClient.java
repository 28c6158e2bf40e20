package io.flexhb.emitter;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.emitter.kafka.KafkaTransport;
import io.flexhb.emitter.metrics.MeteredTransport;
import io.flexhb.emitter.protocol.SeenCommands;
import io.flexhb.emitter.protocol.SlotAddress;
import io.flexhb.emitter.protocol.SlotProtocol;
import io.flexhb.emitter.protocol.StepSize;
import io.flexhb.emitter.protocol.SuspendedTrials;
import io.flexhb.emitter.protocol.Transport;
import io.flexhb.topics.Ids;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's connection to the tuner, shared by all its training threads: one producer, one reader
 * of commands, one thread for heartbeats. Thread-safe. Create one per process and close it: closing
 * gives back unfinished trials and delivers pending records. The same happens when the JVM is
 * terminated by SIGTERM.
 */
public final class TrialClient implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TrialClient.class);
  private static final long TICK_MILLIS = 100;
  private static final int COMMANDS_REMEMBERED = 1024;
  private static final long LISTENER_SECONDS = 5;

  private final String worker;
  private final Duration closeTimeout;
  private final LongSupplier clock;
  private final AskSequence asks;
  private final Transport transport;
  private final Slots slots = new Slots();
  private final ScheduledExecutorService pacemaker;
  private final ScheduledExecutorService listeners;
  private final Thread shutdownHook;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Only touched by the reader's thread. */
  private final SeenCommands seen = new SeenCommands(COMMANDS_REMEMBERED);

  /** The suspended trials that all slots share; empty when each slot holds its own. */
  private final Optional<SuspendedTrials> shared;

  private final Function<Command, String> beginning;

  private volatile Optional<Duration> unknownStudyTimeout = Optional.empty();
  private volatile Optional<Consumer<TrialCheckpoint>> onDiscard = Optional.empty();

  /** For tests: any transport and clock. */
  TrialClient(String worker, Duration closeTimeout, Transport.Opener opener, LongSupplier clock) {
    this(worker, closeTimeout, opener, clock, Optional.empty());
  }

  private TrialClient(
      String worker,
      Duration closeTimeout,
      Transport.Opener opener,
      LongSupplier clock,
      Optional<Function<Command, String>> managed) {
    this.shared = managed.map(beginning -> SuspendedTrials.shared(this::onDropped));
    this.beginning = managed.orElse(grant -> "");
    this.worker = Ids.checkWorker(worker);
    this.closeTimeout = closeTimeout;
    this.clock = clock;
    this.asks = new AskSequence(clock);
    this.transport = opener.open(this::onCommand);
    this.pacemaker = daemon("flexhb-heartbeats");
    this.listeners = daemon("flexhb-listeners");
    this.shutdownHook =
        new Thread(() -> close(EndReason.PREEMPTED, "the process was ended"), "flexhb-shutdown");
    pacemaker.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    if (managed.isEmpty()) {
      Runtime.getRuntime().addShutdownHook(shutdownHook);
    }
  }

  /**
   * A client of one study that is not closed with the JVM: its owner closes it. A trial that one
   * slot holds may be granted to another of its slots, which continues with the held state.
   *
   * @param beginning returns the message for each attempt that starts
   */
  public static TrialClient managed(
      String worker,
      Duration closeTimeout,
      Transport.Opener opener,
      Function<Command, String> beginning) {
    return new TrialClient(
        worker, closeTimeout, opener, new MonotoneClock(), Optional.of(beginning));
  }

  /**
   * Creates a client with default settings. Broker, topics and registry are contacted by {@link
   * #slot}.
   *
   * @param bootstrapServers host:port of one or more brokers, separated by commas
   * @param schemaRegistryUrl URL of the schema registry, e.g. {@code http://localhost:8081}
   * @throws IllegalArgumentException when one of them is malformed
   */
  public static TrialClient connect(String bootstrapServers, String schemaRegistryUrl) {
    return connect(TrialClientConfig.builder(bootstrapServers, schemaRegistryUrl).build());
  }

  /** Creates a client. Broker, topics and registry are contacted by {@link #slot}. */
  public static TrialClient connect(TrialClientConfig config) {
    return connect(config, onCommand -> KafkaTransport.open(config.transport(), onCommand));
  }

  private static TrialClient connect(TrialClientConfig config, Transport.Opener opener) {
    TrialClient client =
        new TrialClient(config.workerId(), config.closeTimeout(), opener, new MonotoneClock());
    client.unknownStudyTimeout = config.unknownStudyTimeout();
    return client;
  }

  /**
   * Creates a client with meters of the worker ({@code flexhb.worker.*}, see
   * docs/reference/metrics.md). Needs micrometer-core on the class path.
   *
   * @param meters takes the meters; not owned
   */
  public static TrialClient connect(TrialClientConfig config, MeterRegistry meters) {
    return connect(
        config,
        MeteredTransport.opener(
            onCommand -> KafkaTransport.open(config.transport(), onCommand),
            config.workerId(),
            meters));
  }

  /** Id of this worker. */
  public String workerId() {
    return worker;
  }

  /**
   * Opens a slot for one training thread, with the lowest free number in that study.
   *
   * @param study id of the study; it need not exist yet
   * @throws io.flexhb.emitter.protocol.TunerUnavailableException when broker, topics or registry
   *     are unavailable for the configured time (60 s), naming which
   */
  public WorkerSlot slot(String study) {
    transport.follow(Ids.checkStudy(study));
    synchronized (slots) {
      return open(study, slots.lowestFree(study));
    }
  }

  /**
   * Opens the slot with the given number, otherwise as {@link #slot(String)}.
   *
   * @throws IllegalStateException when that slot is already open
   */
  public WorkerSlot slot(String study, int number) {
    transport.follow(Ids.checkStudy(study));
    synchronized (slots) {
      if (slots.isTaken(study, number)) {
        throw new IllegalStateException(
            "slot " + number + " of study " + study + " is open: close it first");
      }
      return open(study, number);
    }
  }

  /**
   * Sets the listener for checkpoints that can be deleted because their trial can never continue.
   * Each worker of the study is notified, whoever saved the checkpoint, and possibly twice:
   * deletion must tolerate that. The listener runs on a thread of its own.
   */
  public void onDiscardCheckpoint(Consumer<TrialCheckpoint> listener) {
    onDiscard = Optional.of(listener);
  }

  /**
   * Holds a trial that an earlier process of this worker left, for all slots of a managed client.
   */
  public void hold(UUID incarnation, int trial, long resource, Object state) {
    shared
        .orElseThrow(() -> new IllegalStateException("only a managed client holds for all slots"))
        .hold(incarnation, trial, resource, state);
  }

  /** Gives back unfinished trials and delivers pending records. */
  @Override
  public void close() {
    close(EndReason.RELEASED, "the client was closed");
  }

  private void close(EndReason reason, String message) {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    removeHook();
    slots.all().forEach(slot -> slot.close(reason, message));
    pacemaker.shutdownNow();
    long lost = transport.close(closeTimeout);
    if (lost > 0) {
      LOG.warn(
          "Worker {}: {} records could not be delivered within {} and are lost",
          worker,
          lost,
          closeTimeout);
    }
    listeners.shutdown();
    try {
      if (!listeners.awaitTermination(LISTENER_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("Worker {}: the checkpoint listener still runs and is abandoned", worker);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void removeHook() {
    if (Thread.currentThread() == shutdownHook) {
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException jvmIsEnding) {
      LOG.debug("Closed while the JVM ends", jvmIsEnding);
    }
  }

  private WorkerSlot open(String study, int number) {
    if (closed.get()) {
      throw new IllegalStateException("worker " + worker + ": this client is closed");
    }
    SlotAddress address = new SlotAddress(study, worker, number);
    SlotProtocol protocol =
        new SlotProtocol(
            address,
            transport.writer(),
            shared.orElseGet(() -> SuspendedTrials.ofOneSlot(this::onDropped)),
            beginning);
    WorkerSlot slot = new WorkerSlot(protocol, asks, clock, unknownStudyTimeout, slots::remove);
    slots.add(slot);
    return slot;
  }

  /** Called by the reader's thread. */
  private void onCommand(Command command) {
    if (command.getKind() == CommandKind.UNKNOWN) {
      LOG.info(
          "Command {} of study {} is of a kind that this version does not know; ignored",
          command.getId(),
          command.getStudy());
      return;
    }
    if (command.getKind() == CommandKind.REJECTED) {
      if (command.getWorker().equals(worker)
          && seen.add(command.getIncarnation() + command.getId())) {
        LOG.warn(
            "Study {}, trial {}, attempt {}: the tuner cannot use what slot {} reports: {}",
            command.getStudy(),
            command.getTrial(),
            command.getAttempt(),
            command.getSlot(),
            command.getReason());
      }
      return;
    }
    if (command.getKind() == CommandKind.DISCARD_CHECKPOINT
        && command.getCheckpoint() != null
        && seen.add(command.getIncarnation() + command.getId())) {
      discard(command);
    }
    slots.of(command.getStudy()).forEach(slot -> slot.on(command));
  }

  private void discard(Command command) {
    TrialCheckpoint checkpoint =
        new TrialCheckpoint(
            command.getStudy(),
            command.getTrial(),
            StepSize.of(command).amount(command.getCheckpoint().getResource()),
            command.getCheckpoint().getReference());
    onDiscard.ifPresent(
        listener -> runLater("discarding " + checkpoint, () -> listener.accept(checkpoint)));
  }

  /** Closes a held state that will never be used again. */
  private void onDropped(Object state) {
    if (state instanceof AutoCloseable closeable) {
      runLater("closing a held state", closeable::close);
    }
  }

  /** Runs user code, which may be slow or throw, on the listener thread. */
  private void runLater(String what, Action action) {
    listeners.execute(
        () -> {
          try {
            action.run();
          } catch (Exception failure) {
            LOG.warn("Worker {}: {} failed", worker, what, failure);
          }
        });
  }

  /** An action that may throw. */
  private interface Action {
    void run() throws Exception;
  }

  private void tick() {
    for (WorkerSlot slot : slots.all()) {
      try {
        slot.tick();
      } catch (RuntimeException failure) {
        // An exception would end the schedule, and with it the heartbeats of all slots.
        LOG.warn("Worker {}: the heartbeat of slot {} failed", worker, slot.number(), failure);
      }
    }
  }

  private static ScheduledExecutorService daemon(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
