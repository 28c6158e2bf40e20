package io.flexhb.load;

import io.flexhb.avro.Command;
import io.flexhb.avro.EndReason;
import io.flexhb.emitter.AskSequence;
import io.flexhb.emitter.MonotoneClock;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.emitter.kafka.KafkaTransport;
import io.flexhb.emitter.metrics.MeteredTransport;
import io.flexhb.emitter.protocol.SlotAddress;
import io.flexhb.emitter.protocol.SlotProtocol;
import io.flexhb.emitter.protocol.Transport;
import io.flexhb.simulator.ToyFunction;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Trains the toy function in many slots of many studies at a given rate, and measures how long
 * decisions take. One simulator is one worker; it runs once.
 */
public final class TrainerSimulator {

  private final LoadPlan plan;
  private final String worker;
  private final Duration closeTimeout;
  private final Transport.Opener opener;

  private final MonotoneClock clock = new MonotoneClock();
  private final AskSequence asks = new AskSequence(clock);
  private final AtomicLong taken = new AtomicLong();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final List<SlotDriver> drivers = new ArrayList<>();
  private final Map<String, List<Seat>> seats = new HashMap<>();
  private volatile long deadlineNanos;
  private volatile boolean interrupted;

  /** A slot and the driver that trains it. */
  private record Seat(LoadSlot slot, SlotDriver driver) {}

  /** A simulator that connects to the tuner over Kafka. */
  public TrainerSimulator(LoadPlan plan, TrialClientConfig config) {
    this(
        plan,
        config.workerId(),
        config.closeTimeout(),
        onCommand -> KafkaTransport.open(config.transport(), onCommand));
  }

  /**
   * A simulator that connects to the tuner over Kafka and meters the simulated worker.
   *
   * @param meters not owned
   */
  public TrainerSimulator(LoadPlan plan, TrialClientConfig config, MeterRegistry meters) {
    this(
        plan,
        config.workerId(),
        config.closeTimeout(),
        MeteredTransport.opener(
            onCommand -> KafkaTransport.open(config.transport(), onCommand),
            config.workerId(),
            meters));
  }

  TrainerSimulator(LoadPlan plan, String worker, Duration closeTimeout, Transport.Opener opener) {
    this.plan = plan;
    this.worker = worker;
    this.closeTimeout = closeTimeout;
    this.opener = opener;
  }

  /**
   * Runs until the studies are over, the time or the number of reports is used up, or the thread is
   * interrupted; then gives back unfinished trials.
   *
   * @throws io.flexhb.emitter.protocol.TunerUnavailableException when broker, topics or registry
   *     are unavailable
   * @throws IllegalArgumentException when a study does not have the parameters x, y and z
   */
  public LoadResult run() {
    Transport transport = opener.open(this::onCommand);
    try {
      takeSeats(transport);
      plan.studies().forEach(transport::follow);
      long begin = System.nanoTime();
      deadlineNanos = begin + plan.warmUp().plus(plan.duration()).toNanos();
      drive();
      seats.values().forEach(study -> study.forEach(seat -> giveBack(seat.slot())));
      long undelivered = transport.close(closeTimeout);
      Optional.ofNullable(failure.get())
          .ifPresent(
              cause -> {
                throw cause;
              });
      return result(begin, undelivered);
    } finally {
      transport.close(Duration.ZERO);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Opens the slots before any command can arrive, because they are looked up without a lock. */
  private void takeSeats(Transport transport) {
    for (int i = 0; i < Math.min(plan.threads(), plan.slots()); i++) {
      drivers.add(
          new SlotDriver(
              plan.reportsPerSecond() / Math.min(plan.threads(), plan.slots()),
              clock,
              asks,
              this::takeReport,
              this::goesOn,
              plan.warmUp().toNanos()));
    }
    ToyFunction function = new ToyFunction(plan.phi());
    int next = 0;
    for (String study : plan.studies()) {
      List<Seat> ofStudy = new ArrayList<>();
      for (int number = 0; number < plan.slotsPerStudy(); number++) {
        SlotAddress address = new SlotAddress(study, worker, number);
        SlotProtocol protocol = new SlotProtocol(address, transport.writer(), state -> {});
        LoadSlot slot = new LoadSlot(protocol, function, plan.metric(), plan.seed());
        SlotDriver driver = drivers.get(next++ % drivers.size());
        driver.add(slot);
        ofStudy.add(new Seat(slot, driver));
      }
      seats.put(study, ofStudy);
    }
  }

  /** Called by the reader's thread. Commands without an addressee go to all slots. */
  private void onCommand(Command command) {
    List<Seat> study = seats.getOrDefault(command.getStudy(), List.of());
    if (command.getWorker().isEmpty()) {
      study.forEach(seat -> seat.driver().offer(seat.slot(), command));
    } else if (command.getWorker().equals(worker) && command.getSlot() < study.size()) {
      Seat seat = study.get(command.getSlot());
      seat.driver().offer(seat.slot(), command);
    }
  }

  private void drive() {
    List<Thread> threads = new ArrayList<>();
    for (SlotDriver driver : drivers) {
      Thread thread = new Thread(driver, "flexhb-simulator-" + threads.size());
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler(
          (failed, cause) ->
              failure.compareAndSet(
                  null,
                  cause instanceof RuntimeException unchecked
                      ? unchecked
                      : new IllegalStateException(cause)));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    threads.forEach(this::join);
  }

  /** Waits for a driver; an interrupt ends the run early but in an orderly way. */
  private void join(Thread driver) {
    while (driver.isAlive()) {
      try {
        driver.join();
      } catch (InterruptedException early) {
        interrupted = true;
      }
    }
  }

  private boolean goesOn() {
    return !interrupted && failure.get() == null && System.nanoTime() - deadlineNanos < 0;
  }

  private boolean takeReport() {
    return plan.maxReports() == 0 || taken.getAndIncrement() < plan.maxReports();
  }

  private void giveBack(LoadSlot slot) {
    slot.protocol()
        .attempt()
        .ifPresent(
            attempt ->
                attempt.end(EndReason.RELEASED, "the simulation is over", clock.getAsLong()));
  }

  private LoadResult result(long begin, long undelivered) {
    SlotCounts all = new SlotCounts();
    drivers.forEach(driver -> all.add(driver.counts()));
    long last = drivers.stream().mapToLong(SlotDriver::lastReportNanos).max().orElse(begin);
    return all.result(
        drivers.stream().mapToInt(SlotDriver::releasedSlots).sum(),
        undelivered,
        Duration.ofNanos(Math.max(0, last - begin - plan.warmUp().toNanos())));
  }
}
