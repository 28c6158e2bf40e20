package io.flexhb.standalone.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.Tuners;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunerThroughOutageIT {

  @TempDir private Path folder;

  @Test
  void shouldTellThatTheBrokerIsAwayAndThatItIsBack() {
    List<String> told = new CopyOnWriteArrayList<>();
    try (BrokerForTests broker = BrokerForTests.own();
        TunerService tuner = Tuners.start(broker.bootstrapServers(), "mock://outage", folder)) {
      Tuners.awaitRunning(tuner);
      ProgressWatch watch = ProgressWatch.ofTunerAndBroker(tuner, "B", told::add);
      Await.pause(OutageNotice.PATIENCE.plusSeconds(2));
      assertThat(told).as("while nothing is wrong").isEmpty();

      broker.stop();
      Await.until(told::toString, () -> !told.isEmpty());
      assertThat(told.get(0)).startsWith("Kafka at B has not answered for ");
      broker.start();
      Await.until(told::toString, () -> told.size() > 1);
      assertThat(told.get(1)).startsWith("Kafka at B answers again, after ");
      watch.close();
    }
  }
}
