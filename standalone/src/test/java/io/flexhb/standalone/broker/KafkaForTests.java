package io.flexhb.standalone.broker;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** Brokers that tests use, wherever they run; several tests may share them. */
public interface KafkaForTests {

  /** What clients put into {@code bootstrap.servers}. */
  String bootstrapServers();

  /** A name no other test of this JVM has, for a topic, a group, a study, an application. */
  String uniqueName(String prefix);

  /** A new client for administration; close it. */
  default Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }
}
