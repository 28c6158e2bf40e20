package io.flexhb.standalone.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.flexhb.service.config.RawSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.deploy.Checkout.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The manifests of Kubernetes: what they are, and that they fit each other and the tuner. */
class KubernetesTest {

  private static final List<String> FOLDERS =
      List.of("kubernetes/tuner/", "kubernetes/monitoring/");

  private final Manifests manifests = Manifests.read(texts());
  private final StatefulSet tuners = manifests.the(StatefulSet.class);
  private final PodSpec pod = tuners.getSpec().getTemplate().getSpec();
  private final Container tuner = pod.getContainers().get(0);

  /** All files that the kustomizations name. */
  private static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (String folder : FOLDERS) {
      Map<String, Object> kustomization =
          Checkout.yaml(Checkout.text(folder + "kustomization.yaml")).get(0);
      for (String file : Checkout.strings(kustomization.get("resources"))) {
        if (file.endsWith(".yaml")) {
          texts.add(Checkout.text(folder + file));
        }
      }
    }
    return texts;
  }

  @Test
  void shouldRefuseAFieldThatThereIsNot() {
    assertThatThrownBy(
            () ->
                Manifests.read(List.of("apiVersion: v1\nkind: Service\nspec: {clusterIp: None}\n")))
        .hasMessageContaining("clusterIp");
  }

  @Test
  void shouldBelongTogether() {
    Map<String, String> labels = tuners.getSpec().getTemplate().getMetadata().getLabels();
    Service service = manifests.the(Service.class);

    assertThat(tuners.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
    assertThat(service.getSpec().getSelector()).isEqualTo(labels);
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(tuners.getSpec().getServiceName()).isEqualTo(service.getMetadata().getName());
    assertThat(manifests.the(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels())
        .isEqualTo(labels);
    assertThat(manifests.the(PodDisruptionBudget.class).getSpec().getMaxUnavailable().getIntVal())
        .isEqualTo(1);
    NetworkPolicy network = manifests.the(NetworkPolicy.class);
    assertThat(network.getSpec().getPodSelector().getMatchLabels()).isEqualTo(labels);
    assertThat(network.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
    ServiceMonitor monitor = manifests.the(ServiceMonitor.class);
    assertThat(monitor.getSpec().getSelector().getMatchLabels())
        .isEqualTo(service.getMetadata().getLabels());
    assertThat(monitor.getSpec().getEndpoints())
        .singleElement()
        .satisfies(
            endpoint -> {
              assertThat(endpoint.getPort())
                  .isEqualTo(service.getSpec().getPorts().get(0).getName());
              assertThat(endpoint.getPath()).isEqualTo("/metrics");
            });
  }

  @Test
  void shouldNameTunersByTheirOrdinalAndKeepTheirStores() {
    EnvVar name =
        tuner.getEnv().stream()
            .filter(variable -> variable.getName().equals(Setting.INSTANCE_ID.variable()))
            .findFirst()
            .orElseThrow();

    assertThat(name.getValueFrom().getFieldRef().getFieldPath()).isEqualTo("metadata.name");
    assertThat(tuners.getSpec().getVolumeClaimTemplates())
        .singleElement()
        .satisfies(
            claim -> {
              assertThat(claim.getMetadata().getName()).isEqualTo("state");
              assertThat(claim.getSpec().getResources().getRequests()).containsKey("storage");
            });
    assertThat(tuner.getVolumeMounts())
        .anySatisfy(
            mount -> {
              assertThat(mount.getName()).isEqualTo("state");
              assertThat(config().text(Setting.STATE_DIR)).startsWith(mount.getMountPath() + "/");
            });
  }

  @Test
  void shouldDrainAtAPlannedStopAndHaveTheTimeForIt() {
    assertThat(tuner.getArgs()).startsWith("tuner", "--drain");
    assertThat(pod.getTerminationGracePeriodSeconds() * 1_000)
        .isGreaterThan(config().whole(Setting.SHUTDOWN_TIMEOUT_MS));
  }

  /** A new version may only start when none of the old one runs. */
  @Test
  void shouldNotReplaceTunersByThoseOfAnotherVersionByItself() {
    assertThat(tuners.getSpec().getUpdateStrategy().getType()).isEqualTo("OnDelete");
  }

  @Test
  void shouldAskForLifeAndReadiness() {
    assertThat(tuner.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/livez");
    assertThat(tuner.getStartupProbe().getHttpGet().getPath()).isEqualTo("/livez");
    assertThat(tuner.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz");
    assertThat(tuner.getPorts())
        .singleElement()
        .satisfies(
            port ->
                assertThat(port.getContainerPort())
                    .isEqualTo(manifests.the(Service.class).getSpec().getPorts().get(0).getPort()));
  }

  @Test
  void shouldConfineTheTuner() {
    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(tuner.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(tuner.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(tuner.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(tuner.getResources().getLimits()).containsKey("memory");
    assertThat(Checkout.text("image/pom.xml"))
        .contains("<image.user>" + pod.getSecurityContext().getRunAsUser() + "</image.user>");
  }

  @Test
  void shouldGiveSettingsThatTheTunerKnows() {
    TunerConfig config = config();

    assertThat(config.whole(Setting.TOPIC_REPLICATION)).isEqualTo(3);
    assertThat(tuner.getArgs()).endsWith("-c", "/etc/flexhb/tuner.properties");
  }

  private static TunerConfig config() {
    return TunerConfig.of(
        RawSettings.none()
            .withFile(Checkout.ROOT.resolve("kubernetes/tuner/tuner.properties"))
            .withVariables(Map.of(Setting.INSTANCE_ID.variable(), "flexhb-tuner-0")));
  }

  /** The rules that are tested as files of Prometheus are those of the operator. */
  @Test
  void shouldAlertByTheRulesOfThePrometheusConfiguration() {
    Map<String, Object> rule =
        Checkout.yaml(Checkout.text("kubernetes/monitoring/prometheus-rule.yaml")).get(0);
    List<Object> groups = new ArrayList<>();
    for (String file : List.of("alerts", "recording")) {
      groups.addAll(
          (List<?>)
              Checkout.yaml(Checkout.text("dashboards/prometheus/rules/" + file + ".yml"))
                  .get(0)
                  .get("groups"));
    }

    assertThat(manifests.the(PrometheusRule.class).getSpec().getGroups()).isNotEmpty();
    assertThat(Checkout.map(rule.get("spec")).get("groups"))
        .as("kubernetes/monitoring/rules.sh makes the file anew")
        .isEqualTo(groups);
  }

  /** Those of the Prometheus operator are not among them. */
  @Test
  void shouldPassTheSchemasOfTheApi() {
    String tool =
        Stream.of(
                Checkout.ROOT.resolve("target/python/bin/kubernetes-validate").toString(),
                "kubernetes-validate")
            .filter(name -> Checkout.works(name, "--version"))
            .findFirst()
            .orElse("");
    assumeThat(tool).as("kubernetes-validate is not installed").isNotEmpty();

    List<String> command = new ArrayList<>(List.of(tool, "--strict"));
    Checkout.strings(
            Checkout.yaml(Checkout.text(FOLDERS.get(0) + "kustomization.yaml"))
                .get(0)
                .get("resources"))
        .forEach(file -> command.add(FOLDERS.get(0) + file));
    Run validation = Checkout.run(Map.of(), 60, command.toArray(String[]::new));

    assertThat(validation.status()).as(validation.output()).isZero();
    assertThat(validation.output()).contains("passed for resource statefulset/flexhb-tuner");
  }

  @Test
  void shouldBuildWithKustomize() {
    assumeThat(Checkout.works("kustomize", "version")).as("kustomize is not installed").isTrue();

    Run build = Checkout.run(Map.of(), 60, "kustomize", "build", "kubernetes/monitoring");

    assertThat(build.status()).as(build.output()).isZero();
    Manifests built = Manifests.read(List.of(build.output()));
    ConfigMap settings = built.the(ConfigMap.class);
    assertThat(settings.getData().get("tuner.properties"))
        .isEqualTo(Checkout.text("kubernetes/tuner/tuner.properties"));
    PodSpec pod = built.the(StatefulSet.class).getSpec().getTemplate().getSpec();
    assertThat(pod.getVolumes())
        .anySatisfy(
            volume ->
                assertThat(volume.getConfigMap())
                    .isNotNull()
                    .extracting("name")
                    .isEqualTo(settings.getMetadata().getName()));
    assertThat(pod.getContainers().get(0).getImage())
        .isEqualTo(ComposeFile.variables().get("FLEXHB_IMAGE"));
    assertThat(built.all())
        .filteredOn(manifest -> !manifest.getKind().equals("Namespace"))
        .allSatisfy(
            manifest -> assertThat(manifest.getMetadata().getNamespace()).isEqualTo("flexhb"));
  }
}
