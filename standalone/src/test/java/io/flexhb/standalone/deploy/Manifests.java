package io.flexhb.standalone.deploy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Manifests of Kubernetes, read as what they say they are; a field that there is not fails. */
final class Manifests {

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/Namespace", Namespace.class,
          "v1/Service", Service.class,
          "v1/ServiceAccount", ServiceAccount.class,
          "apps/v1/StatefulSet", StatefulSet.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class,
          "monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class,
          "monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class,
          "v1/ConfigMap", io.fabric8.kubernetes.api.model.ConfigMap.class);

  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(new WithoutLeftovers());

  private final List<HasMetadata> all;

  private Manifests(List<HasMetadata> all) {
    this.all = all;
  }

  /** Those classes keep what they do not know, such as a field with a slip in its name. */
  private static final class WithoutLeftovers extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return false;
    }
  }

  /** The documents of some YAML texts. */
  static Manifests read(List<String> texts) {
    List<HasMetadata> all = new ArrayList<>();
    for (String text : texts) {
      for (Map<String, Object> document : Checkout.yaml(text)) {
        String kind = document.get("apiVersion") + "/" + document.get("kind");
        Class<? extends HasMetadata> type = KINDS.get(kind);
        if (type == null) {
          throw new AssertionError("unknown kind " + kind);
        }
        all.add(STRICT.convertValue(document, type));
      }
    }
    return new Manifests(all);
  }

  List<HasMetadata> all() {
    return all;
  }

  /** The only one of its kind. */
  <T> T the(Class<T> type) {
    List<T> found = all.stream().filter(type::isInstance).map(type::cast).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " of " + type.getSimpleName());
    }
    return found.get(0);
  }
}
