package io.flexhb.standalone.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalReason;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.service.config.RawSettings;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.CliInBackground;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.FakeTuner;
import io.flexhb.standalone.cli.base.ClientConfigs;
import io.flexhb.standalone.cli.base.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowThroughOutageIT {
  private static final String REGISTRY = "mock://follow";

  @TempDir private Path folder;

  @Test
  void shouldTellThatTheBrokerIsAwayAndGoOnWhenItIsBack() {
    try (BrokerForTests broker = BrokerForTests.own()) {
      StudyClientConfig config =
          ClientConfigs.of(
              RawSettings.none()
                  .with(
                      "test",
                      Map.of(
                          "bootstrap.servers",
                          broker.bootstrapServers(),
                          "schema.registry.url",
                          REGISTRY)));
      try (Admin admin = broker.admin()) {
        ReadyTopics.create(
            admin, config.topics().all().stream().map(t -> new NewTopic(t, 1, (short) 1)).toList());
      }
      try (FakeTuner tuner = new FakeTuner(config)) {
        Study study = apply(config);
        try (CliInBackground follower =
            CliInBackground.in(
                folder,
                "decisions",
                "mnist",
                "--follow",
                "-b",
                broker.bootstrapServers(),
                "--registry",
                REGISTRY)) {
          decide(tuner, study, "before");
          follower.lines(2);
          broker.stop();
          assertThat(follower.errorLines(1).get(0))
              .startsWith(
                  "Kafka at %s (from --bootstrap-server) has not answered for "
                      .formatted(broker.bootstrapServers()));
          broker.start();
          decide(tuner, study, "after");

          assertThat(follower.lines(3)).last().asString().contains("after");
          CliRun ended = follower.interrupt();
          assertThat(ended.exitCode()).isEqualTo(ExitCode.OK);
          assertThat(ended.err().lines()).last().asString().contains(" answers again, ");
        }
      }
    }
  }

  private static Study apply(StudyClientConfig config) {
    Study study = new Study("mnist", UUID.randomUUID(), RequestedState.ACTIVE, "{}", Instant.EPOCH);
    try (StudyClient client = StudyClient.connect(config)) {
      client.send(List.of(study), Duration.ofSeconds(10));
    }
    return study;
  }

  private static void decide(FakeTuner tuner, Study study, String reason) {
    tuner.entry(
        study,
        "metrics",
        0,
        0,
        List.of(),
        List.of(new JournalReason("glosh", 0, reason, Map.of())));
  }
}
