package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.TunerService;
import io.flexhb.service.admin.Rights;
import io.flexhb.service.admin.Role;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.cli.Cli;
import io.flexhb.standalone.it.Tuners;
import io.flexhb.standalone.registry.RegistryProcess;
import io.flexhb.topics.Topics;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example trainer on a broker with TLS and passwords, with the least rights of a trainer. */
@Timeout(180)
class PythonSecurityIT {

  private static final String PREFIX = "secure-python.";
  private static final String APPLICATION = "secure-python-tuner";

  @TempDir private Path folder;
  private PythonForTests python;

  @Test
  void shouldTrainThroughTlsWithAPassword() throws Exception {
    python = PythonForTests.with(getClass());
    Path study = folder.resolve("study.yaml");
    Files.writeString(
        study,
        """
        study: secure
        objective: {metric: loss, direction: minimize}
        resource: {max: 3, unit: epochs}
        sampler: random
        brackets: none
        space:
          lr: {type: double, low: 0.001, high: 0.5, log: true}
          momentum: {type: double, low: 0, high: 0.9}
        limits: {trials: 2}
        """);
    try (RegistryProcess registry = PythonForTests.registry(getClass());
        SecureBroker broker = SecureBroker.start(folder, "tuner", "trainer", "operator")) {
      for (Role role : List.of(Role.TUNER, Role.TRAINER, Role.OPERATOR)) {
        broker.grant(
            role.name().toLowerCase(Locale.ROOT),
            Rights.of(role, Topics.withPrefix(PREFIX), APPLICATION));
      }
      Map<String, String> variables = variables(broker, registry, "trainer");
      try (TunerService tuner =
          TunerService.start(TunerConfig.of(settings(broker, registry, "tuner"), Map.of()))) {
        Tuners.awaitRunning(tuner);
        apply(settings(broker, registry, "operator"), study);

        Process trainer =
            python
                .prepared(
                    variables,
                    List.of(
                        PythonForTests.repository().resolve("examples/python/trainer.py"),
                        "secure",
                        folder.resolve("checkpoints")))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
          assertThat(trainer.waitFor(100, TimeUnit.SECONDS)).as("the trainer was let go").isTrue();
          assertThat(trainer.exitValue()).isZero();
        } finally {
          trainer.destroyForcibly();
        }
        variables = new HashMap<>(variables);
        variables.put(
            "FLEXHB_KAFKA_SASL_JAAS_CONFIG",
            variables.get("FLEXHB_KAFKA_SASL_JAAS_CONFIG").replace("=\"trainer\";", "=\"guess\";"));
        assertThat(whyItIsNotLetIn(variables))
            .contains("TunerUnavailable")
            .containsIgnoringCase("authentication failed")
            .doesNotContain("guess");
      }
    }
  }

  /** As for all clients of one file: names of Java's clients, certificates as PEM. */
  private static Map<String, String> variables(
      SecureBroker broker, RegistryProcess registry, String user) throws Exception {
    Map<String, String> security = broker.security(user);
    return Map.of(
        "FLEXHB_BOOTSTRAP_SERVERS", broker.bootstrapServers(),
        "FLEXHB_SCHEMA_REGISTRY_URL", registry.url().toString(),
        "FLEXHB_TOPIC_PREFIX", PREFIX,
        "FLEXHB_KAFKA_SECURITY_PROTOCOL", security.get("security.protocol"),
        "FLEXHB_KAFKA_SASL_MECHANISM", security.get("sasl.mechanism"),
        "FLEXHB_KAFKA_SASL_JAAS_CONFIG", security.get("sasl.jaas.config"),
        "FLEXHB_KAFKA_SSL_TRUSTSTORE_LOCATION", broker.certificate().toString(),
        "FLEXHB_KAFKA_SSL_TRUSTSTORE_TYPE", "PEM");
  }

  private Map<String, String> settings(SecureBroker broker, RegistryProcess registry, String user) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("schema.registry.url", registry.url().toString());
    settings.put("topic.prefix", PREFIX);
    settings.put("flexhb.application.id", APPLICATION);
    settings.put("flexhb.topic.partitions", "1");
    settings.put("flexhb.threads", "1");
    settings.put("flexhb.state.dir", folder.resolve("state").toString());
    broker.security(user).forEach((key, value) -> settings.put("kafka." + key, value));
    return settings;
  }

  private void apply(Map<String, String> settings, Path study) throws Exception {
    Path file = folder.resolve("operator.properties");
    Properties properties = new Properties();
    properties.putAll(settings);
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, "");
    }
    assertThat(
            Cli.of(Map.of(), folder)
                .execute("study", "apply", study.toString(), "-c", file.toString()))
        .isZero();
  }

  private String whyItIsNotLetIn(Map<String, String> variables) throws Exception {
    Process guest =
        python
            .prepared(
                variables,
                List.of(
                    "-c",
                    "import flexhb\nwith flexhb.worker('secure', connect_timeout=3) as w: next(iter(w))"))
            .start();
    String said = new String(guest.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(guest.waitFor()).isNotZero();
    return said;
  }
}
