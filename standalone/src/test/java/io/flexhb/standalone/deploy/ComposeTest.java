package io.flexhb.standalone.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.deploy.Checkout.Run;
import io.flexhb.standalone.deploy.ComposeFile.Port;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The compose file, and that {@code dev/stack} starts the same. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "dev/stack is a bash script")
class ComposeTest {

  private static final String FOLDER = "/stack";

  /** They have no endpoint: the study is applied and done, trainers only talk to Kafka. */
  private static final Set<String> WITHOUT_HEALTH = Set.of("study", "trainer-1", "trainer-2");

  /** What the brokers of the compose network are called, and the clients of this machine. */
  private static final Map<String, String> KAFKA_LISTENERS = Map.of("kafka:19092", "kafka:9092");

  private final ComposeFile compose = ComposeFile.read();
  private final Map<String, Object> stack = stack();

  private static Map<String, Object> stack() {
    Map<String, String> environment = new TreeMap<>(ComposeFile.variables());
    environment.put("STACK_FOLDER", FOLDER);
    Run config = Checkout.run(environment, 30, "dev/stack", "config");
    assertThat(config.status()).as(config.output()).isZero();
    return Checkout.map(Checkout.yaml(config.output()).get(0).get("services"));
  }

  @Test
  void shouldDescribeTheSameServicesInBoth() {
    assertThat(stack.keySet())
        .containsExactlyInAnyOrderElementsOf(compose.services().keySet())
        .contains("kafka", "registry", "tuner-1", "tuner-2", "trainer-1", "trainer-2")
        .contains("prometheus", "alertmanager", "grafana");
    compose
        .services()
        .forEach(
            (name, service) -> {
              Map<String, Object> here = Checkout.map(stack.get(name));
              assertThat(here.get("profiles")).as(name).isEqualTo(profiles(service));
              assertThat(here.get("depends_on") == null ? Map.of() : here.get("depends_on"))
                  .as("what %s waits for", name)
                  .isEqualTo(conditions(service));
            });
  }

  /** A service without one is never left out. */
  private static Object profiles(Map<String, Object> service) {
    assertThat(service).containsKey("profiles");
    return service.get("profiles");
  }

  private static Map<String, String> conditions(Map<String, Object> service) {
    Map<String, String> conditions = new TreeMap<>();
    Checkout.map(service.get("depends_on"))
        .forEach(
            (name, how) ->
                conditions.put(
                    name,
                    switch (Checkout.map(how).get("condition").toString()) {
                      case "service_healthy" -> "healthy";
                      case "service_completed_successfully" -> "completed";
                      default -> throw new AssertionError(how);
                    }));
    return conditions;
  }

  @Test
  void shouldPublishTheSamePortsOnTheLoopbackAddressOnly() {
    for (String name : compose.services().keySet()) {
      List<Port> ports = compose.ports(name);
      assertThat(ports).allSatisfy(port -> assertThat(port.host()).as(name).isEqualTo("127.0.0.1"));
      List<String> published =
          ports.stream().map(port -> port.host() + ":" + port.published()).toList();
      assertThat(Checkout.strings(Checkout.map(stack.get(name)).get("ports")))
          .as(name)
          .isEqualTo(published);
    }
  }

  @Test
  void shouldGiveFlexhbTheSameCommandsAndVariables() {
    List<String> ours =
        compose.services().entrySet().stream()
            .filter(service -> image(service.getKey()).startsWith("flexhb:"))
            .map(Map.Entry::getKey)
            .toList();
    assertThat(ours).containsExactly("tuner-1", "tuner-2", "study", "trainer-1", "trainer-2");
    for (String name : ours) {
      Map<String, Object> here = Checkout.map(stack.get(name));
      assertThat(Checkout.strings(here.get("command")))
          .as("command of %s", name)
          .isEqualTo(
              Checkout.strings(compose.service(name).get("command")).stream()
                  .map(text -> onThisMachine(name, text))
                  .toList());
      assertThat(Checkout.map(here.get("environment")))
          .as("environment of %s", name)
          .isEqualTo(variablesOnThisMachine(name));
      assertThat(here.get("memory")).as(name).isEqualTo(compose.limit(name, "memory"));
    }
  }

  @Test
  void shouldSetVariablesThatTheTunerKnows() {
    for (String tuner : List.of("tuner-1", "tuner-2")) {
      Map<String, String> environment = new TreeMap<>();
      Checkout.map(compose.service(tuner).get("environment"))
          .forEach((name, value) -> environment.put(name, value.toString()));

      assertThat(TunerConfig.of(Map.of(), environment).instanceId()).isEqualTo(tuner);
    }
  }

  @Test
  void shouldPassPrometheusAndAlertmanagerTheSameOptions() {
    for (String name : List.of("prometheus", "alertmanager")) {
      assertThat(Checkout.strings(Checkout.map(stack.get(name)).get("command")))
          .as(name)
          .containsAll(
              Checkout.strings(compose.service(name).get("command")).stream()
                  .map(text -> onThisMachine(name, text))
                  .toList())
          .anyMatch(
              option ->
                  option.equals(
                      "--web.listen-address=127.0.0.1:" + compose.ports(name).get(0).published()));
    }
  }

  @Test
  void shouldAskForHealthInTheSameWay() {
    for (String name : compose.services().keySet()) {
      String here = String.valueOf(Checkout.map(stack.get(name)).get("healthcheck"));
      List<String> test =
          Checkout.strings(Checkout.map(compose.service(name).get("healthcheck")).get("test"));
      if (WITHOUT_HEALTH.contains(name)) {
        assertThat(test).as(name).isEmpty();
        assertThat(here).as(name).isEmpty();
      } else {
        assertThat(here).as(name).isEqualTo(onThisMachine(name, health(test)));
      }
    }
  }

  /** The form of dev/stack. */
  private static String health(List<String> test) {
    assertThat(test).startsWith("CMD");
    return switch (test.get(1)) {
      case "wget", "curl" -> "http " + test.get(test.size() - 1);
      case "nc" -> "tcp " + test.get(test.size() - 2) + ":" + test.get(test.size() - 1);
      default -> throw new AssertionError(test);
    };
  }

  @Test
  void shouldEndWithinTheSameTime() {
    for (String name : compose.services().keySet()) {
      if (!name.equals("study")) {
        assertThat(Checkout.map(stack.get(name)).get("stop_grace_period"))
            .as(name)
            .isEqualTo(compose.service(name).get("stop_grace_period"));
      }
    }
  }

  @Test
  void shouldConfineEveryContainer() {
    Set<String> volumes = new TreeSet<>();
    compose
        .services()
        .forEach(
            (name, service) -> {
              assertThat(service.get("read_only")).as(name).isEqualTo(true);
              assertThat(service.get("cap_drop")).as(name).isEqualTo(List.of("ALL"));
              assertThat(service.get("security_opt"))
                  .as(name)
                  .isEqualTo(List.of("no-new-privileges:true"));
              assertThat(compose.limit(name, "memory")).as(name).matches("[0-9]+[mg]");
              assertThat(compose.limit(name, "cpus")).as(name).matches("[0-9.]+");
              assertThat(image(name)).as("image of %s", name).matches("[^:@]+:v?[0-9][^:]*");
              named(service).keySet().forEach(volumes::add);
            });
    assertThat(compose.volumes().keySet()).isEqualTo(volumes);
  }

  @Test
  void shouldRunTheBrokerAndTheRegistryThatTheTestsRun() {
    String kafka = image("kafka");
    String pom = Checkout.text("pom.xml");
    assertThat(pom).contains("<kafka.version>" + kafka.replaceAll(".*:", "") + "</kafka.version>");
    assertThat(
            Checkout.text("standalone/src/main/java/io/flexhb/standalone/registry/Artifact.java"))
        .contains('/' + image("registry").replaceAll(".*:", "") + '/');
  }

  @Test
  void shouldBeAValidComposeFile() {
    List<String> tool =
        Checkout.works("docker", "compose", "version")
            ? List.of("docker", "compose")
            : List.of("docker-compose");
    assumeThat(Checkout.works(tool.get(0), tool.size() > 1 ? "compose" : "version", "version"))
        .as("neither 'docker compose' nor 'docker-compose' is installed")
        .isTrue();

    Run config =
        Checkout.run(
            ComposeFile.variables(),
            60,
            Stream.concat(tool.stream(), Stream.of("config")).toArray(String[]::new));

    assertThat(config.status()).as(config.output()).isZero();
    assertThat(Checkout.map(Checkout.yaml(config.output()).get(0).get("services")).keySet())
        .containsExactlyInAnyOrderElementsOf(compose.services().keySet());
  }

  private String image(String service) {
    return compose.service(service).get("image").toString();
  }

  /** Named volumes and where they are mounted. */
  private static Map<String, String> named(Map<String, Object> service) {
    return Checkout.strings(service.get("volumes")).stream()
        .filter(mount -> !mount.startsWith("."))
        .collect(Collectors.toMap(mount -> mount.split(":")[0], mount -> mount.split(":")[1]));
  }

  private Map<String, Object> variablesOnThisMachine(String name) {
    Map<String, Object> variables = new LinkedHashMap<>();
    Checkout.map(compose.service(name).get("environment"))
        .forEach((key, value) -> variables.put(key, onThisMachine(name, value.toString())));
    // In a container it has to be reached from others, and has its port to itself.
    variables.computeIfPresent("FLEXHB_HTTP_HOST", (key, host) -> "127.0.0.1");
    variables.computeIfPresent(
        "FLEXHB_HTTP_PORT", (key, port) -> "" + compose.ports(name).get(0).published());
    return variables;
  }

  /** Addresses and paths of a container as those of a process. */
  private String onThisMachine(String service, String text) {
    String here = text;
    for (Map.Entry<String, String> listener : KAFKA_LISTENERS.entrySet()) {
      here = here.replace(listener.getKey(), listener.getValue());
    }
    for (String other : compose.services().keySet()) {
      for (Port port : compose.ports(other)) {
        String address = "127.0.0.1:" + port.published();
        here = here.replace(other + ":" + port.target(), address);
        if (other.equals(service)) {
          here = here.replace("127.0.0.1:" + port.target(), address);
        }
      }
    }
    for (String mount : Checkout.strings(compose.service(service).get("volumes"))) {
      String[] parts = mount.split(":");
      // Paths begin an argument or the value of an option.
      here = here.replaceFirst("(?<=^|=)" + parts[1] + "(?=/|$)", hostPath(parts[0]));
    }
    return here.startsWith("tcp ") ? here.replaceFirst(":(?=[0-9]+$)", " ") : here;
  }

  private static String hostPath(String source) {
    if (source.equals("./dashboards/prometheus")) {
      // A copy, with the addresses of this machine.
      return FOLDER + "/etc/prometheus";
    }
    return source.startsWith("./")
        ? Checkout.ROOT.resolve(Path.of(source.substring(2))).toString()
        : FOLDER + "/data/" + source;
  }
}
