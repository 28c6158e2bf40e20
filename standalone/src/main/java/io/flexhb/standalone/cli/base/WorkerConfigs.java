package io.flexhb.standalone.cli.base;

import io.flexhb.client.StudyClientConfig;
import io.flexhb.emitter.TrialClientConfig;
import java.time.Duration;

/** Connection settings of workers that a command runs: the same as the command's. */
public final class WorkerConfigs {

  private WorkerConfigs() {}

  /**
   * A builder of worker settings, with the connection of the command already set.
   *
   * @param closeTimeout how long the worker may take to deliver pending records when it closes
   */
  public static TrialClientConfig.Builder of(StudyClientConfig config, Duration closeTimeout) {
    TrialClientConfig.Builder builder =
        TrialClientConfig.builder(
                config.bootstrapServers(), config.registry().get("schema.registry.url"))
            .topics(config.topics())
            .closeTimeout(closeTimeout);
    config
        .kafka()
        .forEach(
            (key, value) -> {
              if (!key.equals("bootstrap.servers")) {
                builder.kafka(key, value);
              }
            });
    config
        .registry()
        .forEach(
            (key, value) -> {
              if (!key.equals("schema.registry.url")) {
                builder.registry(key, value);
              }
            });
    return builder;
  }
}
