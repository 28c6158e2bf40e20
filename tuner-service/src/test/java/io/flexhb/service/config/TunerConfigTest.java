package io.flexhb.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TunerConfigTest {

  @TempDir private Path folder;

  @Test
  void shouldStartWithoutAnySetting() {
    TunerConfig config = TunerConfig.of(Map.of(), Map.of());

    assertThat(config.text(Setting.BOOTSTRAP_SERVERS)).isEqualTo("localhost:9092");
    assertThat(config.whole(Setting.TOPIC_PARTITIONS)).isEqualTo(8);
    assertThat(config.topics().metrics()).isEqualTo("flexhb.metrics.v1");
    assertThat(config.instanceId()).isNotEmpty();
  }

  @Test
  void shouldHaveADefaultThatIsValidForEachSetting() {
    for (Setting setting : Setting.values()) {
      assertThat(setting.problem(setting.byDefault())).as(setting.key()).isEmpty();
      assertThat(setting.description()).as(setting.key()).endsWith(".");
    }
  }

  @Test
  void shouldNameTheNearestKeyForOneItDoesNotKnow() {
    assertThat(problems(Map.of("flexhb.thread", "2")))
        .containsExactly("unknown setting flexhb.thread; did you mean flexhb.threads?");
    assertThat(problems(Map.of("compression.type", "lz4")))
        .singleElement()
        .asString()
        .contains("compression.type")
        .contains("kafka.");
  }

  @Test
  void shouldNameTheNearestVariableForAMistypedOneAndLeaveThoseOfOthersAlone() {
    Map<String, String> environment =
        Map.of(
            "FLEXHB_THREAD", "4",
            "FLEXHB_STATE_DIRS", "/data",
            "FLEXHB_CONFIG", "tuner.properties",
            "FLEXHB_SERVICE_HOST", "10.0.0.1",
            "FLEXHB_PORT_9092_TCP", "tcp://10.0.0.1:9092",
            "FLEXHB_KAFKA_LOG_LEVEL", "INFO");

    assertThatThrownBy(() -> TunerConfig.of(Map.of(), environment))
        .isInstanceOfSatisfying(
            InvalidConfigException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        "unknown variable FLEXHB_STATE_DIRS; did you mean FLEXHB_STATE_DIR?",
                        "unknown variable FLEXHB_THREAD; did you mean FLEXHB_THREADS?"));
  }

  @Test
  void shouldNameAllProblemsAtOnce() {
    assertThat(
            problems(
                Map.of(
                    "flexhb.threads", "none",
                    "flexhb.topic.partitions", "0",
                    "flexhb.topic.create", "yes",
                    "topic.prefix", "a b",
                    "kafka.processing.guarantee", "at_least_once",
                    "kafka.consumer.isolation.level", "read_uncommitted",
                    "kafka.application.id", "x",
                    "flexhb.stat.dir", "x")))
        .hasSize(8)
        .anyMatch(p -> p.contains("flexhb.threads") && p.contains("'none'"))
        .anyMatch(p -> p.contains("kafka.application.id") && p.contains("flexhb.application.id"))
        .anyMatch(p -> p.contains("kafka.consumer.isolation.level"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "processing.exception.handler",
        "production.exception.handler",
        "default.production.exception.handler",
        "restore.consumer.isolation.level",
        "main.consumer.group.id",
        "producer.acks"
      })
  void shouldRefuseWhatItsGuaranteesDependOn(String name) {
    assertThat(problems(Map.of("kafka." + name, "x")))
        .singleElement()
        .asString()
        .contains("kafka." + name)
        .contains("fixed by the tuner");
  }

  @Test
  void shouldLetTheEnvironmentOverrideTheFile() throws IOException {
    Path file = folder.resolve("tuner.properties");
    Files.writeString(file, "flexhb.threads=3\nflexhb.heap.studies=7\ntopic.prefix=a.\n");

    TunerConfig config =
        TunerConfig.of(
            RawSettings.none()
                .withFile(file)
                .withVariables(
                    Map.of(
                        "FLEXHB_THREADS", "5",
                        "FLEXHB_HEAP_STUDIES", "",
                        "FLEXHB_TOPIC_PREFIX", "b.",
                        "FLEXHB_KAFKA_SECURITY_PROTOCOL", "SSL",
                        "FLEXHB_KAFKA_LOG_LEVEL", "INFO",
                        "FLEXHB_REGISTRY_BASIC_AUTH_USER_INFO", "me:secret",
                        "FLEXHB_JAVA_OPTS", "-Xmx1g")));

    assertThat(config.whole(Setting.THREADS)).isEqualTo(5);
    assertThat(config.whole(Setting.HEAP_STUDIES)).isEqualTo(7);
    assertThat(config.topics().metrics()).isEqualTo("b.metrics.v1");
    assertThat(config.kafka()).containsOnly(Map.entry("security.protocol", "SSL"));
    assertThat(new ClientSettings(config).registry())
        .containsEntry("basic.auth.user.info", "me:secret");
  }

  @Test
  void shouldNameWhoGaveWhatIsWrong() throws IOException {
    Path file = folder.resolve("tuner.properties");
    Files.writeString(file, "flexhb.thread=3\nflexhb.heap.studies=none\nkafka.group.id=a\n");
    RawSettings given =
        RawSettings.none()
            .withFile(file)
            .withVariables(
                Map.of("FLEXHB_HEAP_STUDIES", "few", "FLEXHB_KAFKA_CONSUMER_ACKS", "all"))
            .with("--registry", Map.of("schema.registry.url", "x"));

    assertThatThrownBy(() -> TunerConfig.of(given))
        .isInstanceOfSatisfying(
            InvalidConfigException.class,
            e ->
                assertThat(e.problems())
                    .extracting(problem -> problem.replaceAll("(:|;| must be) .* \\(", " ("))
                    .containsExactly(
                        "unknown setting flexhb.thread (from " + file + ")",
                        "schema.registry.url (from --registry)",
                        "flexhb.heap.studies (from FLEXHB_HEAP_STUDIES)",
                        "kafka.consumer.acks (from FLEXHB_KAFKA_CONSUMER_ACKS)",
                        "kafka.group.id (from " + file + ")"));
  }

  @Test
  void shouldSayThatTheFileIsNotThere() {
    assertThatThrownBy(() -> RawSettings.none().withFile(folder.resolve("none")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("none");
  }

  @Test
  void shouldShowNoSecret() {
    TunerConfig config =
        TunerConfig.of(
            Map.of(
                "kafka.sasl.jaas.config", "Plain password=\"hush\";",
                "kafka.ssl.keystore.password", "hush",
                "kafka.ssl.keystore.key", "hush",
                "registry.basic.auth.user.info", "me:hush",
                "registry.bearer.auth.token", "hush",
                "schema.registry.url", "http://me:hush@registry:8081",
                "kafka.security.protocol", "SASL_SSL"),
            Map.of());

    assertThat(config.toString())
        .doesNotContain("hush")
        .contains("SASL_SSL")
        .contains("registry:8081");
  }

  @Test
  void shouldShowNoSecretOfAWrongValueEither() {
    for (String url :
        List.of(
            "htp://me:hush@registry:8081",
            "me:hush@registry:8081",
            "ftp://me:hu/sh@hush@registry:8081",
            "http://me:hush@one,me:hush@registry:8081")) {
      assertThat(problems(Map.of("schema.registry.url", url)))
          .singleElement()
          .asString()
          .doesNotContain("hu")
          .contains("[hidden]@", "registry:8081");
    }
  }

  @Test
  void shouldRunExactlyOnceAndPollOften() {
    Properties streams = new ClientSettings(TunerConfig.of(Map.of(), Map.of())).streams();

    assertThat(streams)
        .containsEntry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2)
        .containsEntry(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 5_000)
        .containsEntry(StreamsConfig.POLL_MS_CONFIG, 5)
        .containsEntry(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1L)
        .doesNotContainKey("producer.linger.ms")
        .containsEntry("main.consumer.session.timeout.ms", 10_000);
  }

  @Test
  void shouldPassOnWhatIsKafkasOwn() {
    TunerConfig config =
        TunerConfig.of(
            Map.of(
                "kafka.statestore.cache.max.bytes", "50", "kafka.producer.compression.type", "lz4"),
            Map.of());

    assertThat(new ClientSettings(config).streams())
        .containsEntry("statestore.cache.max.bytes", "50")
        .containsEntry("producer.compression.type", "lz4");
    assertThat(new ClientSettings(config).producer()).containsEntry("compression.type", "lz4");
  }

  @Test
  void shouldResolveSecretsInFilesForTheRegistryToo() throws IOException {
    Path secrets = folder.resolve("secrets.properties");
    Files.writeString(secrets, "user=me:hush\n");
    TunerConfig config =
        TunerConfig.of(
            Map.of(
                "kafka.config.providers", "file",
                "kafka.config.providers.file.class",
                    "org.apache.kafka.common.config.provider.FileConfigProvider",
                "registry.basic.auth.user.info", "${file:" + secrets + ":user}"),
            Map.of());

    assertThat(new ClientSettings(config).registry())
        .containsEntry("basic.auth.user.info", "me:hush")
        .doesNotContainKey("config.providers");
  }

  @Test
  void shouldGiveEachSettingItsOwnVariable() {
    assertThat(Stream.of(Setting.values()).map(Setting::variable)).doesNotHaveDuplicates();
    assertThat(Setting.STATE_DIR.variable()).isEqualTo("FLEXHB_STATE_DIR");
    assertThat(Setting.BOOTSTRAP_SERVERS.variable()).isEqualTo("FLEXHB_BOOTSTRAP_SERVERS");
  }

  private static List<String> problems(Map<String, String> settings) {
    return catchThrowableOfType(
            InvalidConfigException.class, () -> TunerConfig.of(settings, Map.of()))
        .problems();
  }
}
