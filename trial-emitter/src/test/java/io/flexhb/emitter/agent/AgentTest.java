package io.flexhb.emitter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.emitter.FakeTransport;
import io.flexhb.emitter.agent.output.CounterName;
import io.flexhb.emitter.agent.output.Counting;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.params.CommandTemplate;
import io.flexhb.emitter.protocol.Commands;
import io.flexhb.emitter.protocol.SlotAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a script that ends by itself. */
@Timeout(60)
class AgentTest {

  private static final SlotAddress SLOT = new SlotAddress(Commands.STUDY, "w", 0);

  @TempDir private Path folder;
  private final FakeTransport transport = FakeTransport.silent();

  @BeforeEach
  void needsPosix() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh: not a POSIX system");
  }

  @Test
  void shouldTakeAScriptThatEndsEarlyForOneThatConverged() throws Exception {
    TrialEvent end = end("echo epoch 1 loss=0.5; echo epoch 2 loss=0.25", 9, true);

    assertThat(end.getEndReason()).isEqualTo(EndReason.CONVERGED);
    assertThat(end.getResource()).isEqualTo(2);
    assertThat(end.getValues().get("error").getValue()).isEqualTo(0.25);
  }

  @Test
  void shouldTakeItForAFailureWhenThatIsSaid() throws Exception {
    TrialEvent end = end("echo epoch 1 loss=0.5; echo epoch 2 loss=0.25", 9, false);

    assertThat(end.getEndReason()).isEqualTo(EndReason.FAILED);
    assertThat(end.getMessage()).startsWith("ENDED_EARLY").contains("epoch 2 loss=0.25");
  }

  @Test
  void shouldNotTakeAnErrorForAnEnd() throws Exception {
    TrialEvent end = end("echo epoch 1 loss=0.5; exit 7", 9, true);

    assertThat(end.getEndReason()).isEqualTo(EndReason.FAILED);
    assertThat(end.getMessage()).startsWith("exit code 7");
  }

  private TrialEvent end(String script, long until, boolean endsEarly) throws Exception {
    try (Agent agent =
        new Agent(settings(script, endsEarly), "w", Duration.ofSeconds(1), transport::open)) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  agent.run();
                } catch (InterruptedException drained) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.start();
      while (transport.sent().asks().isEmpty()) {
        Thread.sleep(10);
      }
      Command grant =
          Commands.grant(
              CommandKind.START, "c1", SLOT, transport.sent().asks().get(0).getAskSequence(), 0, 1);
      grant.setUntilResource(until);
      transport.deliver(grant);
      Optional<TrialEvent> end = Optional.empty();
      while (end.isEmpty()) {
        Thread.sleep(10);
        end =
            transport.sent().events().stream()
                .filter(event -> event.getKind() == TrialEventKind.ENDED)
                .findFirst();
      }
      agent.drain(Duration.ZERO);
      thread.join();
      return end.get();
    }
  }

  private AgentSettings settings(String script, boolean endsEarly) {
    return new AgentSettings(
        Commands.STUDY,
        "error",
        9,
        1,
        new Gpus(List.of()),
        CommandTemplate.literal(List.of("/bin/sh", "-c", script)),
        OutputFormat.of("loss", CounterName.named("epoch")),
        List.of(),
        new Counting(OptionalInt.empty(), false),
        BoundaryMode.HOLD,
        endsEarly,
        new AgentSettings.Suspension(1, Optional.empty()),
        new AgentSettings.Patience(
            Duration.ofSeconds(1), Duration.ofSeconds(1), Optional.empty(), Duration.ZERO),
        new AgentSettings.Folders(
            folder,
            folder.resolve("state"),
            folder.resolve("logs"),
            folder.resolve("kept"),
            false));
  }
}
