package io.flexhb.service.stream;

import io.flexhb.avro.Command;
import io.flexhb.avro.EndReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Workers that ask, train, fail and fall silent according to a seed. Their actions depend only on
 * the tuner's answers, so two tuners with the same decisions get the same inputs.
 */
final class RandomRun {

  private static final int WORKERS = 5;

  private final TunerDriver tuner;
  private final List<String> studies;
  private final Random random;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Command> received = new ArrayList<>();

  private static final class Worker {
    private final String study;
    private final String name;
    private long ask;
    private Command grant;
    private long resource;

    Worker(String study, String name) {
      this.study = study;
      this.name = name;
    }
  }

  RandomRun(TunerDriver tuner, List<String> studies, long seed) {
    this.tuner = tuner;
    this.studies = studies;
    this.random = new Random(seed);
    for (String study : studies) {
      for (int i = 0; i < WORKERS; i++) {
        workers.add(new Worker(study, study + "-w" + i));
      }
    }
  }

  /** Every command so far. */
  List<Command> received() {
    return received;
  }

  /** One worker does one thing. */
  void step() {
    Worker worker = workers.get(random.nextInt(workers.size()));
    int dice = random.nextInt(20);
    if (dice == 0) {
      tuner.advance(Duration.ofMillis(250L * (1 + random.nextInt(40))));
    } else if (worker.grant == null) {
      ask(worker, dice);
    } else {
      train(worker, dice);
    }
    hear();
  }

  private void ask(Worker worker, int dice) {
    if (worker.ask == 0 || dice > 4) {
      worker.ask++;
    }
    tuner.ask(worker.study, worker.name, worker.ask);
  }

  private void train(Worker worker, int dice) {
    switch (dice) {
      case 1 -> {
        tuner.ended(
            worker.grant, EndReason.values()[1 + random.nextInt(EndReason.values().length - 1)]);
        worker.grant = null;
      }
      case 2 -> worker.grant = null; // Dies silently.
      case 3 -> tuner.heartbeat(worker.grant, worker.grant.getId());
      case 4 -> tuner.report(worker.grant, worker.resource + 1, Double.NaN);
      case 5 -> tuner.started(worker.grant);
      default -> {
        worker.resource++;
        tuner.report(worker.grant, worker.resource, random.nextInt(100) / 100.0);
      }
    }
  }

  private void hear() {
    Map<String, Worker> byName = new TreeMap<>();
    workers.forEach(worker -> byName.put(worker.name, worker));
    for (Command command : tuner.commands()) {
      received.add(command);
      Worker worker = byName.get(command.getWorker());
      if (command.getUntilResource() > 0 && command.getAskSequence() < worker.ask + 1) {
        worker.grant = command;
        worker.resource = command.getFromResource();
      } else if (worker.grant != null && command.getTrial() == worker.grant.getTrial()) {
        worker.grant = null;
      }
    }
  }

  List<String> studies() {
    return studies;
  }
}
