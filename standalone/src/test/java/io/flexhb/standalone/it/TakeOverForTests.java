package io.flexhb.standalone.it;

import io.flexhb.registry.AvroCodec;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.installation.ClusterState;
import io.flexhb.service.installation.InstallationTopic;
import io.flexhb.service.installation.StateCopy;
import io.flexhb.service.installation.TakeOver;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/** What {@code flexhb topics take-over} does. */
final class TakeOverForTests {

  private TakeOverForTests() {}

  static TakeOver.Result run(TunerConfig config) {
    ClientSettings clients = new ClientSettings(config);
    try (Admin admin = Admin.create(clients.admin());
        AvroCodec codec = AvroCodec.forValues(clients.registry())) {
      ClusterState cluster = new ClusterState(admin, Duration.ofSeconds(20));
      return new TakeOver(
              config,
              new InstallationTopic(config, codec),
              cluster,
              new StateCopy(config, admin, cluster))
          .run();
    }
  }
}
