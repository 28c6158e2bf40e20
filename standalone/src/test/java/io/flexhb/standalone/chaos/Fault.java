package io.flexhb.standalone.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What may happen, and how the installation's parts come back from it. */
enum Fault {
  KILL_TUNER("tuner", "kill -9 of a tuner") {
    @Override
    void strike(Strike strike) {
      Part tuner = strike.tuner();
      tuner.kill();
      strike.begins();
      strike.pauseUpTo(500);
      tuner.start();
    }
  },
  KILL_STARTING_TUNER("tuner", "kill -9 of a tuner, and again while it starts") {
    @Override
    void strike(Strike strike) {
      Part tuner = strike.tuner();
      tuner.kill();
      tuner.start();
      strike.pauseUpTo(4_000);
      tuner.kill();
      strike.begins();
      tuner.start();
    }
  },
  WIPE_STATE("tuner", "kill -9 of a tuner, whose state directory is deleted") {
    @Override
    void strike(Strike strike) {
      Part tuner = strike.tuner();
      tuner.kill();
      strike.begins();
      strike.installation().wipeState(tuner.name());
      tuner.start();
    }
  },
  FREEZE_TUNER("tuner", "SIGSTOP of a tuner past its session timeout") {
    @Override
    void strike(Strike strike) {
      Part tuner = strike.tuner();
      tuner.freeze();
      strike.pause(PAST_THE_SESSION.plusMillis(strike.random().nextInt(3_000)));
      tuner.thaw();
      strike.begins();
    }
  },
  KILL_BROKER("broker", "kill -9 of the broker") {
    @Override
    void strike(Strike strike) {
      Part broker = strike.installation().broker();
      broker.kill();
      strike.begins();
      strike.pauseUpTo(500);
      broker.start();
    }
  },
  FREEZE_BROKER("broker", "SIGSTOP of the broker past its own session timeout") {
    @Override
    void strike(Strike strike) {
      Part broker = strike.installation().broker();
      broker.freeze();
      strike.pause(Duration.ofMillis(2_500 + strike.random().nextInt(3_500)));
      broker.thaw();
      strike.begins();
    }
  },
  KILL_BROKER_AND_TUNER("broker", "kill -9 of the broker and a tuner at once") {
    @Override
    void strike(Strike strike) {
      Part broker = strike.installation().broker();
      Part tuner = strike.tuner();
      broker.kill();
      tuner.kill();
      strike.begins();
      broker.start();
      strike.pauseUpTo(3_000);
      tuner.start();
    }
  },
  KILL_WORKER("worker", "kill -9 of a worker") {
    @Override
    void strike(Strike strike) {
      Part worker = strike.worker();
      worker.kill();
      strike.begins();
      strike.pauseUpTo(3_000);
      worker.start();
    }
  },
  FREEZE_WORKER("worker", "SIGSTOP of a worker past its leases") {
    @Override
    void strike(Strike strike) {
      Part worker = strike.worker();
      worker.freeze();
      strike.begins();
      strike.pause(Duration.ofMillis(10_000 + strike.random().nextInt(3_000)));
      worker.thaw();
    }
  },
  KILL_REGISTRY("registry", "kill -9 of the registry; it stays away for some seconds") {
    @Override
    void strike(Strike strike) {
      Part registry = strike.installation().registryServer();
      registry.kill();
      strike.begins();
      strike.pauseUpTo(6_000);
      registry.start();
    }
  },
  SLOW_REGISTRY("registry", "a registry that takes up to a second, while a tuner starts") {
    @Override
    void strike(Strike strike) {
      Part tuner = strike.tuner();
      strike.installation().slowRegistry(Duration.ofMillis(300 + strike.random().nextInt(600)));
      tuner.kill();
      tuner.start();
      strike.pause(Duration.ofSeconds(15));
      strike.installation().slowRegistry(Duration.ZERO);
      strike.begins();
    }
  },
  FULL_DISK("disk", "no room in a tuner's state directory for some seconds") {
    @Override
    void strike(Strike strike) {
      Part tuner = strike.tuner();
      SmallDisk disk = strike.installation().disk(tuner.name());
      disk.fill();
      strike.pause(Duration.ofMillis(5_000 + strike.random().nextInt(5_000)));
      disk.empty();
      strike.begins();
    }
  };

  /** The tuner's session timeout is 10 s. */
  private static final Duration PAST_THE_SESSION = Duration.ofSeconds(12);

  private final String part;
  private final String description;

  Fault(String part, String description) {
    this.part = part;
    this.description = description;
  }

  /** What it befalls, for the figures. */
  String part() {
    return part;
  }

  String description() {
    return description;
  }

  /** Does it, and lets the parts come back; returns when the last of them is on its way. */
  abstract void strike(Strike strike);

  /** One of them, for a schedule. */
  static Fault draw(List<Fault> kinds, Random random) {
    return kinds.get(random.nextInt(kinds.size()));
  }
}
