package io.flexhb.standalone.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.CliInBackground;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.Tuners;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class SimulateThroughOutageIT {
  private static final String REGISTRY = "mock://simulate-outage";

  /** In the list of studies: one that trains. */
  private static final Pattern TRIALS =
      Pattern.compile("^simulated-\\S+ +ACTIVE +[1-9]", Pattern.MULTILINE);

  @TempDir private Path folder;

  /** {@link CliInBackground#interrupt} gives it ten seconds. */
  @Test
  void shouldEndSoonAfterTheBrokerIsGoneForGoodAndSayWhatIsLeft() throws Exception {
    try (BrokerForTests broker = BrokerForTests.own();
        TunerService tuner = Tuners.start(broker.bootstrapServers(), REGISTRY, folder)) {
      Tuners.awaitRunning(tuner);
      try (CliInBackground load =
          CliInBackground.in(
              folder,
              "simulate",
              "--studies",
              "2",
              "--rate",
              "50",
              "--duration",
              "600",
              "-b",
              broker.bootstrapServers(),
              "--registry",
              REGISTRY)) {
        Await.until(() -> "nothing is trained", () -> TRIALS.matcher(studies(broker)).find());

        broker.stop();
        assertThat(load.errorLines(1).get(0)).contains(" has not answered for ");
        CliRun ended = load.interrupt();

        assertThat(ended.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(ended.out()).contains("undelivered: ");
        assertThat(ended.err())
            .contains(" reports did not reach Kafka at " + broker.bootstrapServers())
            .contains("-0 to -1, could not be deleted")
            .contains("'flexhb study delete'");
      }
    }
  }

  private String studies(BrokerForTests broker) {
    return CliRun.in(
            folder, "study", "list", "-b", broker.bootstrapServers(), "--registry", REGISTRY)
        .out();
  }
}
