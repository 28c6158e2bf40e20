package io.flexhb.standalone.it.containers;

import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.broker.KafkaForTests;
import io.flexhb.standalone.registry.RegistryProcess;
import io.flexhb.standalone.registry.RegistryProcessConfig;
import io.flexhb.standalone.system.StartupException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/** On the embedded broker, with Apicurio's registry as a process. */
class EmbeddedInstallationIT extends InstallationTests {

  private static RegistryProcess registry;

  @BeforeAll
  static void start() {
    try {
      registry = RegistryProcess.start(RegistryProcessConfig.of(System.getenv()));
    } catch (StartupException notFetched) {
      System.err.println("Skipped EmbeddedInstallationIT: " + notFetched.getMessage());
      Assumptions.abort(notFetched.getMessage());
    }
  }

  @AfterAll
  static void stop() {
    if (registry != null) {
      registry.close();
    }
  }

  @Override
  KafkaForTests kafka() {
    return BrokerForTests.shared();
  }

  @Override
  String registry() {
    return registry.url().toString();
  }
}
