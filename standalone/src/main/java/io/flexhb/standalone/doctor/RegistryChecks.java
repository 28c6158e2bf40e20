package io.flexhb.standalone.doctor;

import io.flexhb.registry.AvroCodec;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;

/** The schema registry. */
final class RegistryChecks {

  private static final String REGISTRY = "registry";
  private static final String COMPATIBILITY = "compatibility";
  private static final String NONE = "NONE";

  private final TunerConfig config;

  RegistryChecks(TunerConfig config) {
    this.config = config;
  }

  List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    Map<String, List<String>> topics = new TreeMap<>();
    try (AvroCodec codec = AvroCodec.forValues(new ClientSettings(config).registry())) {
      for (String topic : config.topics().all()) {
        if (!topic.equals(config.topics().dlq())) {
          String mode = codec.compatibility(topic).orElse("unknown");
          topics.computeIfAbsent(mode, m -> new ArrayList<>()).add(topic);
        }
      }
    } catch (ConfigException wrong) {
      return List.of(Finding.problem(REGISTRY, wrong.getMessage(), "correct registry.*"));
    } catch (RegistryUnavailableException away) {
      return List.of(
          Finding.problem(
              REGISTRY,
              away.getMessage(),
              "start it, or set schema.registry.url; 'flexhb dev' starts one"));
    }
    findings.add(Finding.ok(REGISTRY, "answers at " + url()));
    if (topics.containsKey(NONE)) {
      findings.add(
          Finding.warning(
              COMPATIBILITY,
              "NONE for "
                  + topics.get(NONE)
                  + ": any client may register schemas there that the tuner cannot read",
              "curl -X PUT -H 'Content-Type: application/vnd.schemaregistry.v1+json' --data"
                  + " '{\"compatibility\": \"BACKWARD\"}' "
                  + url()
                  + "/config/"
                  + topics.get(NONE).get(0)
                  + "-value, and so on"));
    } else {
      findings.add(Finding.ok(COMPATIBILITY, String.join(", ", topics.keySet())));
    }
    return findings;
  }

  private String url() {
    return config.shown().get(Setting.SCHEMA_REGISTRY_URL.key());
  }
}
