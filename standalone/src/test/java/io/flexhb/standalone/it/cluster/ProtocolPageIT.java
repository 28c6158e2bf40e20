package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.ChildJvm;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.registry.RegistryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The clients that {@code docs/protocol.md} prints do what the page says. */
@Timeout(180)
class ProtocolPageIT {

  @TempDir private Path folder;

  @Test
  void shouldTuneWithTheClientInJavaOfThePage() throws Exception {
    try (TunerHarness harness = TunerHarness.onSharedBroker()) {
      shouldTune(
          harness,
          "page-java",
          arguments ->
              new ProcessBuilder(
                      ChildJvm.command(
                          List.of(),
                          System.getProperty("java.class.path"),
                          written("java", "PlainWorker.java").toString(),
                          arguments))
                  .inheritIO()
                  .start());
    }
  }

  @Test
  void shouldTuneWithTheClientInPythonOfThePage() throws Exception {
    PythonForTests python = PythonForTests.with(getClass());
    try (RegistryProcess registry = PythonForTests.registry(getClass());
        TunerHarness harness =
            TunerHarness.on(BrokerForTests.shared(), PythonForTests.settings(registry))) {
      shouldTune(
          harness,
          "page-python",
          arguments -> {
            List<Object> command = new ArrayList<>(List.of(written("python", "plain_worker.py")));
            command.addAll(arguments);
            return python.start(harness, command);
          });
    }
  }

  /** Starts a client: study, broker, registry, prefix. */
  private interface Client {
    Process start(List<String> arguments) throws IOException;
  }

  private void shouldTune(TunerHarness harness, String name, Client client) throws Exception {
    ToyStudy study = ToyStudy.named(name).with("limits", "{\"budget\": 60}");
    Map<String, String> settings = harness.settings("a");
    List<String> arguments =
        List.of(
            study.name(),
            settings.get("bootstrap.servers"),
            settings.get("schema.registry.url"),
            settings.get("topic.prefix"));
    List<Process> clients = new ArrayList<>();
    try (TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      clients.add(client.start(arguments));
      clients.add(client.start(arguments));
      StudyState state = journal.untilOver();
      for (Process each : clients) {
        assertThat(each.waitFor(30, TimeUnit.SECONDS)).as("the client was let go").isTrue();
        assertThat(each.exitValue()).isZero();
      }

      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      StudyAssertions.assertExactlyOnce(harness, study);
      StudyAssertions.assertNoAttemptWasLost(journal);
      for (Trial trial : state.trials()) {
        double x = (Double) trial.configuration().values().get("x");
        double expected = Math.pow(0.5 + x / 2, trial.resource());
        assertThat(trial.valueAt(trial.resource()).orElseThrow())
            .as("%s trained from its checkpoint", trial)
            .isCloseTo(expected, offset(1e-9));
      }
      assertThat(tuner.failure()).isEmpty();
    } finally {
      clients.forEach(Process::destroyForcibly);
    }
  }

  /** The block of the page that begins with the name of the file, as that file. */
  private Path written(String language, String file) throws IOException {
    String page = Files.readString(PythonForTests.repository().resolve("docs/protocol.md"));
    Matcher block =
        Pattern.compile(
                "```" + language + "\n(?:#|//) " + Pattern.quote(file) + ".*?\n(.*?)```",
                Pattern.DOTALL)
            .matcher(page);
    assertThat(block.find()).as("%s is on the page", file).isTrue();
    return Files.writeString(folder.resolve(file), block.group(1));
  }
}
