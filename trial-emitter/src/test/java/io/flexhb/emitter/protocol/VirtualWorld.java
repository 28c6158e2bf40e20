package io.flexhb.emitter.protocol;

import io.flexhb.avro.CommandKind;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Two trainers and a tuner in virtual time, connected by a network that loses, duplicates or delays
 * chosen messages.
 */
final class VirtualWorld {

  /** What happens to a message. */
  enum Fault {
    NONE,
    LOST,
    DOUBLED,
    LATE
  }

  private static final long HOP_MILLIS = 5;
  private static final long LATE_MILLIS = 7_000;
  private static final long END_MILLIS = 600_000;
  private static final long TICK_MILLIS = 100;

  private final PriorityQueue<Happening> happenings =
      new PriorityQueue<>(
          Comparator.comparingLong(Happening::time).thenComparingLong(Happening::order));
  private final IntFunction<Fault> faults;
  private final FakeTuner tuner = new FakeTuner(this::toWorkers);
  private final List<Trainer> trainers = List.of(new Trainer("A", 50), new Trainer("B", 30));
  private final Map<Integer, List<Long>> trained = new TreeMap<>();
  private long now;
  private long order;
  private int messages;

  private record Happening(long time, long order, Runnable action) {}

  VirtualWorld(IntFunction<Fault> faults) {
    this.faults = faults;
  }

  /** Runs until both trainers are released; returns whether they were. */
  boolean run() {
    trainers.forEach(trainer -> at(0, trainer::begin));
    while (!happenings.isEmpty() && now < END_MILLIS && !isOver()) {
      Happening next = happenings.poll();
      now = next.time();
      next.action().run();
    }
    return isOver();
  }

  /** Messages sent so far, both ways. */
  int messages() {
    return messages;
  }

  List<String> journal() {
    return tuner.journal();
  }

  /** The trained resources of each trial, in order, over all trainers. */
  Map<Integer, List<Long>> trained() {
    return trained;
  }

  private boolean isOver() {
    return trainers.stream()
        .allMatch(trainer -> trainer.slot.state() == SlotProtocol.State.RELEASED);
  }

  private void at(long time, Runnable action) {
    happenings.add(new Happening(time, order++, action));
  }

  private void transmit(Runnable delivery) {
    switch (faults.apply(messages++)) {
      case NONE -> at(now + HOP_MILLIS, delivery);
      case DOUBLED -> {
        at(now + HOP_MILLIS, delivery);
        at(now + 2 * HOP_MILLIS, delivery);
      }
      case LATE -> at(now + LATE_MILLIS, delivery);
      case LOST -> {
        // The message is lost.
      }
    }
  }

  private void toWorkers(io.flexhb.avro.Command command) {
    transmit(() -> trainers.forEach(trainer -> trainer.on(command)));
  }

  /** Trains epochs of a fixed length and holds paused trials. */
  private final class Trainer implements EventWriter {

    private final SlotProtocol slot;
    private final long epochMillis;
    private long asks;
    private boolean busy;

    Trainer(String name, long epochMillis) {
      Consumer<Object> onDrop = state -> {};
      this.slot = new SlotProtocol(new SlotAddress(Commands.STUDY, name, 0), this, onDrop);
      this.epochMillis = epochMillis;
    }

    void begin() {
      slot.ask(++asks, now);
      tick();
    }

    private void tick() {
      slot.tick(now);
      at(now + TICK_MILLIS, this::tick);
    }

    void on(io.flexhb.avro.Command command) {
      if (slot.on(command, now)) {
        goOn();
      }
    }

    private void goOn() {
      if (slot.isTraining()) {
        AttemptProtocol attempt = slot.attempt().orElseThrow();
        if (!busy && !attempt.isWaiting()) {
          busy = true;
          at(now + epochMillis, () -> report(attempt));
        }
      } else if (slot.state() == SlotProtocol.State.GRANTED && !busy) {
        AttemptProtocol ended = slot.attempt().orElseThrow();
        if (ended.answer().orElseThrow().kind() == CommandKind.PAUSE) {
          slot.hold(ended, "state");
        }
        slot.ask(++asks, now);
      }
    }

    private void report(AttemptProtocol attempt) {
      busy = false;
      if (attempt.isLive()) {
        int trial = attempt.grant().getTrial();
        long resource = attempt.resource() + 1;
        trained.computeIfAbsent(trial, any -> new ArrayList<>()).add(resource);
        Optional<String> checkpoint =
            resource == attempt.untilResource() ? Optional.of("at " + resource) : Optional.empty();
        attempt.report(resource, Map.of("error", 0.1 * trial), checkpoint, now);
      }
      goOn();
    }

    @Override
    public void send(WorkRequest request) {
      transmit(() -> tuner.on(request));
    }

    @Override
    public void send(TrialEvent event) {
      transmit(() -> tuner.on(event));
    }
  }
}
