package io.flexhb.standalone.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.load.bare.BareLoad;
import io.flexhb.load.bare.BareResult;
import io.flexhb.load.bare.BareStreams;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BareStreamsIT {

  @TempDir private Path folder;

  @Test
  void shouldPutEveryEventThroughAndLeaveNothingBehind() {
    BrokerForTests broker = BrokerForTests.shared();
    String prefix = broker.uniqueName("bare") + "-";

    BareResult result =
        BareStreams.run(
            new BareLoad(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                Map.of("processing.guarantee", "exactly_once_v2"),
                Duration.ofMillis(10),
                prefix,
                2,
                4,
                1_000,
                2_000,
                2_000,
                10,
                100,
                Duration.ofSeconds(60)),
            folder);

    assertThat(result.events()).isEqualTo(2_000);
    assertThat(result.eventsPerSecond()).isBetween(200.0, 2_100.0);
    assertThat(result.p50()).isPositive().isLessThanOrEqualTo(result.p99());
    try (Admin admin = broker.admin()) {
      // The controller has deleted them; the broker hears of it a moment later.
      Await.until(() -> "topics of " + prefix + " are left", () -> noneIsLeft(admin, prefix));
    }
  }

  private static boolean noneIsLeft(Admin admin, String prefix) {
    try {
      return admin.listTopics().names().get().stream().noneMatch(name -> name.startsWith(prefix));
    } catch (ExecutionException | InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }
}
