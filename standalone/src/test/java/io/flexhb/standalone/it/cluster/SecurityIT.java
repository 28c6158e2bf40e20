package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import io.flexhb.service.TunerService;
import io.flexhb.service.admin.Rights;
import io.flexhb.service.admin.Role;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.standalone.cli.Cli;
import io.flexhb.standalone.it.Tuners;
import io.flexhb.topics.Topics;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * TLS, passwords and the minimal rights: with them everything works, and each right that is removed
 * alone is named together with its resource.
 */
@Timeout(180)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecurityIT {

  private static final Topics TOPICS = Topics.withPrefix("secure.");
  private static final String APPLICATION = "secure-tuner";
  private static final String REGISTRY = "mock://secure";

  @TempDir private static Path folder;
  private static SecureBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = SecureBroker.start(folder, "tuner", "trainer", "reader", "operator", "nobody");
    for (Role role : Role.values()) {
      broker.grant(user(role), rights(role));
    }
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  private static String user(Role role) {
    return role.name().toLowerCase(java.util.Locale.ROOT);
  }

  private static List<Rights.Right> rights(Role role) {
    return Rights.of(role, TOPICS, APPLICATION);
  }

  /** First: it makes the topics. */
  @Test
  @Order(1)
  void shouldTuneWithTheLeastRightsOfEach() throws Exception {
    Path study = folder.resolve("study.yaml");
    Files.writeString(
        study,
        """
        study: secure
        objective: {metric: loss, direction: minimize}
        resource: {max: 3}
        sampler: random
        brackets: none
        space: {x: {type: double, low: 0, high: 1}}
        limits: {trials: 2}
        """);
    try (TunerService tuner = tuner()) {
      Tuners.awaitRunning(tuner);
      assertThat(cli("operator", "study", "apply", study.toString())).contains("secure created");
      try (TrialClient client = TrialClient.connect(worker("trainer"));
          var slot = client.slot("secure")) {
        slot.run(
            trial -> {
              while (trial.hasNext()) {
                trial.report(trial.next(), Map.of("loss", trial.configuration().getDouble("x")));
              }
            });
      }
      assertThat(cli("reader", "study", "list")).contains("secure").contains("FINISHED");
      assertThat(cli("reader", "trials", "secure")).contains("COMPLETED");
      assertThat(cli("reader", "replay", "secure")).contains("identical");
      assertThat(cli("reader", "dlq", "list")).contains("no dead letters");
      assertThat(cli("operator", "topics", "apply", "--partitions", "1"))
          .contains("ok      " + TOPICS.metrics());
    }
  }

  @Test
  @Order(2)
  void shouldNameEachRightThatTheTunerLacks() throws Exception {
    for (Rights.Right right : rights(Role.TUNER)) {
      if (right.operation() == AclOperation.CREATE
          || right.operation() == AclOperation.DESCRIBE_CONFIGS) {
        continue; // Nothing is to be created any more, and unread settings are only warned of.
      }
      without(
          Role.TUNER,
          right,
          () ->
              assertThat(whyTheTunerStops())
                  .as("without %s", right)
                  .contains(right.operation().name())
                  .contains(
                      right.type() == ResourceType.TRANSACTIONAL_ID
                          ? "transactional ids"
                          : right.name()));
    }
  }

  @Test
  @Order(3)
  void shouldNameTheTopicsThatTheTunerMayNotMake() throws Exception {
    Map<String, String> elsewhere = new HashMap<>(settings("tuner"));
    elsewhere.put("topic.prefix", "elsewhere.");

    assertThatThrownBy(() -> TunerService.start(TunerConfig.of(elsewhere, Map.of())).close())
        .isInstanceOf(TunerException.class)
        .hasMessageContaining("elsewhere.metrics.v1 denies DESCRIBE");
  }

  @Test
  @Order(4)
  void shouldNameEachRightThatAWorkerLacks() throws Exception {
    for (Rights.Right right : rights(Role.TRAINER)) {
      without(
          Role.TRAINER,
          right,
          () -> {
            try (TrialClient client = TrialClient.connect(worker("trainer"))) {
              assertThatThrownBy(() -> client.slot("secure"))
                  .as("without %s", right)
                  .isInstanceOf(TunerUnavailableException.class)
                  .hasMessageContaining(right.name());
            }
          });
    }
  }

  @Test
  @Order(5)
  void shouldNameEachRightThatACommandLacks() throws Exception {
    Map<String, String[]> commands =
        Map.of(
            TOPICS.studies(), new String[] {"study", "list"},
            TOPICS.decisions(), new String[] {"decisions", "secure"},
            TOPICS.trials(), new String[] {"trials", "secure"},
            TOPICS.dlq(), new String[] {"dlq", "list"});
    for (Rights.Right right : rights(Role.READER)) {
      without(
          Role.READER,
          right,
          () ->
              assertThat(cli("reader", commands.get(right.name())))
                  .as("without %s", right)
                  .contains(" on topic " + right.name())
                  .contains("denies "));
    }
    assertThat(cli("reader", "study", "delete", "secure"))
        .contains("denies WRITE on topic " + TOPICS.studies());
    assertThat(cli("reader", "topics", "apply", "--topic-prefix", "elsewhere."))
        .contains("elsewhere.studies.v1 denies DESCRIBE");
  }

  @Test
  @Order(6)
  void shouldHaveTheDoctorNameWhatIsDeniedAndTheCommandThatGrantsIt() throws Exception {
    Rights.Right right =
        rights(Role.TUNER).stream()
            .filter(r -> r.name().equals(TOPICS.commands()))
            .filter(r -> r.operation() == AclOperation.WRITE)
            .findFirst()
            .orElseThrow();
    without(
        Role.TUNER,
        right,
        () ->
            assertThat(cli("tuner", "doctor"))
                .contains("problem  rights        denied: WRITE on topic " + TOPICS.commands())
                .contains("-> flexhb topics acls --principal User:NAME --role tuner"));

    assertThat(cli("tuner", "doctor")).contains("ok       rights        those of a tuner");
  }

  @Test
  @Order(7)
  void shouldSayThatThePasswordIsWrong() {
    Map<String, String> wrong = new HashMap<>(settings("tuner"));
    wrong.put(
        "kafka.sasl.jaas.config",
        wrong.get("kafka.sasl.jaas.config").replace("password=\"tuner\"", "password=\"guess\""));

    assertThatThrownBy(() -> TunerService.start(TunerConfig.of(wrong, Map.of())).close())
        .isInstanceOf(TunerException.class)
        .hasMessageContaining("Authentication failed")
        .hasMessageNotContaining("guess");
  }

  private interface Check {
    void run() throws Exception;
  }

  private static void without(Role role, Rights.Right right, Check check) throws Exception {
    broker.takeAway(user(role), right);
    try {
      check.run();
    } finally {
      broker.grant(user(role), List.of(right));
    }
  }

  private static TunerService tuner() {
    return TunerService.start(TunerConfig.of(settings("tuner"), Map.of()));
  }

  private static String whyTheTunerStops() throws Exception {
    try (TunerService tuner = tuner()) {
      CompletableFuture<Optional<TunerException>> stop =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return tuner.awaitStop();
                } catch (InterruptedException interrupted) {
                  throw new IllegalStateException(interrupted);
                }
              });
      return stop.get(30, TimeUnit.SECONDS).orElseThrow().getMessage();
    } catch (TunerException refused) {
      return refused.getMessage();
    }
  }

  private static Map<String, String> settings(String user) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("schema.registry.url", REGISTRY);
    settings.put("topic.prefix", "secure.");
    settings.put("flexhb.application.id", APPLICATION);
    settings.put("flexhb.topic.partitions", "1");
    settings.put("flexhb.threads", "1");
    settings.put("flexhb.connect.timeout.ms", "30000");
    settings.put("flexhb.state.dir", folder.resolve("state").toString());
    broker.security(user).forEach((key, value) -> settings.put("kafka." + key, value));
    return settings;
  }

  private static TrialClientConfig worker(String user) {
    Map<String, String> properties = new HashMap<>();
    properties.put("bootstrap.servers", broker.bootstrapServers());
    properties.put("schema.registry.url", REGISTRY);
    properties.put("topic.prefix", "secure.");
    properties.put("connect.timeout.ms", "10000");
    properties.put("close.timeout.ms", "1000");
    broker.security(user).forEach((key, value) -> properties.put("kafka." + key, value));
    return TrialClientConfig.of(properties);
  }

  /** What a command of that user says, to both streams. */
  private static String cli(String user, String... words) throws IOException {
    Path file = folder.resolve(user + ".properties");
    Properties properties = new Properties();
    properties.putAll(settings(user));
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, "");
    }
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said);
    CommandLine cli = Cli.of(Map.of(), folder).setOut(writer).setErr(writer);
    List<String> args = new ArrayList<>(List.of(words));
    args.addAll(List.of("-c", file.toString()));
    cli.execute(args.toArray(String[]::new));
    return said.toString();
  }
}
