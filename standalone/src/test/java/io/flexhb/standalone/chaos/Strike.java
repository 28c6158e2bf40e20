package io.flexhb.standalone.chaos;

import io.flexhb.standalone.it.Await;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * One fault as it happens: to what, for how long, and since when the installation could recover.
 */
final class Strike {

  private final Installation installation;
  private final Random random;
  private long beganMillis = System.currentTimeMillis();

  Strike(Installation installation, Random random) {
    this.installation = installation;
    this.random = random;
  }

  Installation installation() {
    return installation;
  }

  Random random() {
    return random;
  }

  /** One of the tuners. */
  Part tuner() {
    return one(installation.tuners());
  }

  /** One of the workers that may be hit. */
  Part worker() {
    return one(installation.unsteadyWorkers());
  }

  private Part one(List<Part> parts) {
    return parts.get(random.nextInt(parts.size()));
  }

  void pause(Duration time) {
    Await.pause(time);
  }

  void pauseUpTo(int millis) {
    Await.pause(Duration.ofMillis(random.nextInt(millis)));
  }

  /** Marks the start of the time without decisions. */
  void begins() {
    beganMillis = System.currentTimeMillis();
  }

  long beganMillis() {
    return beganMillis;
  }
}
