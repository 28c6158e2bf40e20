package io.flexhb.standalone.it;

import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import java.nio.file.Path;
import java.util.Map;

/** What tests do with a tuner in their own JVM. */
public final class Tuners {

  private Tuners() {}

  /**
   * A tuner of an installation of its own, with two partitions; it may not decide yet.
   *
   * @param registry a {@code mock://} address that no other test has
   */
  public static TunerService start(String broker, String registry, Path stateFolder) {
    return TunerService.start(
        TunerConfig.of(
            Map.of(
                "bootstrap.servers",
                broker,
                "schema.registry.url",
                registry,
                "flexhb.state.dir",
                stateFolder.toString(),
                "flexhb.topic.partitions",
                "2"),
            Map.of()));
  }

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
        + tuner.streams().orElseThrow().state()
        + ", last failure: "
        + tuner.lastFailure().orElse("none");
  }
}
