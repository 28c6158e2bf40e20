package io.flexhb.standalone.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.TunerService;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicsTakeOverIT {

  @TempDir private Path folder;

  private Path file(Map<String, String> settings) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    Path file = folder.resolve("tuner.properties");
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, "");
    }
    return file;
  }

  @Test
  void shouldTellWhoRunsAndThenWhoseTheTopicsAre() throws IOException {
    try (TunerHarness harness = TunerHarness.onSharedBroker()) {
      Map<String, String> settings = harness.settings("a");
      String file = file(settings).toString();
      String former = settings.get("flexhb.application.id");
      CliRun running;
      try (TunerService tuner = harness.startTuner("a")) {
        running = CliRun.in(folder, "topics", "take-over", "-c", file);
        tuner.drain();
      }
      Map<String, String> newOwner = Map.of("FLEXHB_APPLICATION_ID", former + "-new");
      CliRun taken = CliRun.in(folder, newOwner, "topics", "take-over", "-c", file);
      CliRun tuner = CliRun.in(folder, "tuner", "-c", file);

      assertThat(running.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(running.err()).startsWith("flexhb: tuners of application " + former + " run");
      assertThat(taken.err()).isEmpty();
      assertThat(taken.out())
          .contains("belong to application " + former + "-new, before to " + former);
      assertThat(taken.exitCode()).isEqualTo(ExitCode.OK);
      assertThat(tuner.exitCode()).as("the former owner").isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(tuner.err()).contains("belong to application " + former + "-new");
    }
  }
}
