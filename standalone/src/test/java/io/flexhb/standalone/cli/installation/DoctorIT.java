package io.flexhb.standalone.cli.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.it.RegistryForTests;
import io.flexhb.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorIT {

  @TempDir private Path folder;
  private final BrokerForTests broker = BrokerForTests.shared();
  private final String prefix = broker.uniqueName("doctor") + ".";
  private final Topics topics = Topics.withPrefix(prefix);
  private final RegistryForTests registry = RegistryForTests.start();
  private Path file;

  @BeforeEach
  void configure() throws IOException {
    file = folder.resolve("tuner.properties");
    Files.writeString(
        file,
        """
        bootstrap.servers=%s
        schema.registry.url=%s
        topic.prefix=%s
        flexhb.topic.partitions=2
        flexhb.state.dir=%s
        """
            .formatted(broker.bootstrapServers(), registry.url(), prefix, folder.resolve("state")));
  }

  @AfterEach
  void stopRegistry() {
    registry.close();
  }

  @Test
  void shouldFindAGoodInstallationGood() {
    run("topics", "apply");

    CliRun run = run("doctor");

    assertThat(run.exitCode()).as(run.out()).isEqualTo(ExitCode.OK);
    assertThat(run.out())
        .contains("ok       broker        1 broker(s) answer at")
        .contains("ok       topics        9 topics with 2 partitions")
        .contains("ok       replicas")
        .contains("ok       retention")
        .contains("ok       rights        those of a tuner are granted")
        .contains("ok       clock         within 2 s")
        .contains("ok       registry")
        .contains("ok       compatibility BACKWARD")
        .contains("state")
        .contains("disk")
        .contains("files");
    assertThat(run("doctor", "-o", "json").out()).contains("\"severity\" : \"OK\"");
  }

  @Test
  void shouldSayWhatIsWrongAndWhatMendsIt() throws Exception {
    run("topics", "apply");
    set(topics.decisions(), "cleanup.policy", "delete");
    set(topics.metrics(), "message.timestamp.type", "CreateTime");
    set(topics.commands(), "retention.ms", "60000");
    set(topics.trials(), "min.insync.replicas", "2");
    registry.compatibility("NONE");

    CliRun run = run("doctor", "--role", "trainer");

    assertThat(run.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(run.out())
        .contains("problem  topics        " + topics.decisions() + " has cleanup.policy=delete")
        .contains("-> Set cleanup.policy")
        .contains("warning  topics        records of [" + topics.metrics() + "]")
        .contains("-> flexhb topics apply")
        .contains("problem  replicas      " + topics.trials() + ": 2 partition(s) have fewer")
        .contains(topics.commands() + " keeps records for 1 minutes, not for 7 days")
        .contains("--add-config retention.ms=604800000")
        .contains("those of a trainer are granted")
        .contains("warning  compatibility NONE for")
        .contains("curl -X PUT");
  }

  @Test
  void shouldNameTopicsThatAreMissingOrOfAnotherShape() throws IOException {
    assertThat(run("doctor").out())
        .contains("problem  topics        " + topics.metrics() + " is missing")
        .contains("-> Create the missing topics with 'flexhb topics apply'");

    run("topics", "apply");
    Files.writeString(
        file, Files.readString(file).replace("topic.partitions=2", "topic.partitions=3"));

    assertThat(run("doctor").out())
        .contains("problem  topics        " + topics.metrics() + " has 2 partition(s), not 3")
        .contains("-> Set flexhb.topic.partitions to the number that all topics have");
  }

  @Test
  void shouldExamineTheRestWhenNobodyAnswers() throws IOException {
    Files.writeString(
        file,
        "bootstrap.servers=127.0.0.1:1\nschema.registry.url=http://127.0.0.1:1\nflexhb.state.dir="
            + file);

    CliRun run = run("doctor");

    assertThat(run.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(run.out())
        .contains("problem  broker        no broker answers at 127.0.0.1:1")
        .contains("problem  registry      Schema registry at http://127.0.0.1:1 is unavailable")
        .contains("problem  state         " + file + " is not a folder that this user may write to")
        .doesNotContain("topics  ");
  }

  private void set(String topic, String key, String value) throws Exception {
    AlterConfigOp set = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    try (Admin admin = broker.admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set)))
          .all()
          .get();
    }
  }

  private CliRun run(String... args) {
    return CliRun.in(
        folder,
        Stream.concat(Stream.of(args), Stream.of("-c", file.toString())).toArray(String[]::new));
  }
}
