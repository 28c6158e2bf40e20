package io.flexhb.standalone.it;

import io.flexhb.service.TunerService;

/** What tests do with a tuner in their own JVM. */
public final class Tuners {

  private Tuners() {}

  /** Returns once it decides; otherwise fails with where it stands and what went wrong last. */
  public static TunerService awaitRunning(TunerService tuner) {
    Await.until(
        () -> describe(tuner),
        () -> {
          TunerService.State state = tuner.state();
          if (state == TunerService.State.FAILED || state == TunerService.State.STOPPED) {
            throw new AssertionError(describe(tuner));
          }
          return state == TunerService.State.RUNNING;
        });
    return tuner;
  }

  private static String describe(TunerService tuner) {
    return "the tuner is "
        + tuner.state()
        + ", Kafka Streams is "
        + tuner.streams().state()
        + ", last failure: "
        + tuner.lastFailure().orElse("none");
  }
}
