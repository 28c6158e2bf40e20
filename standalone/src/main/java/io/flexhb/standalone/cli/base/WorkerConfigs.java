package io.flexhb.standalone.cli.base;

import io.flexhb.client.StudyClientConfig;
import io.flexhb.emitter.TrialClientConfig;
import java.time.Duration;

/** How workers that a command runs connect: as the command does. */
public final class WorkerConfigs {

  private WorkerConfigs() {}

  /**
   * Settings for a worker, begun with those of the command.
   *
   * @param closeTimeout how long the worker may take at its end to deliver what it has sent
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
