package io.flexhb.emitter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flexhb.emitter.agent.output.CounterName;
import io.flexhb.emitter.agent.output.LineReader;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.ReportAssembler;
import io.flexhb.emitter.agent.output.StepNumbering;
import io.flexhb.emitter.agent.process.ProcessGroup;
import io.flexhb.emitter.protocol.StepSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RunningScriptTest {

  private static final OutputFormat FORMAT = OutputFormat.of("loss", CounterName.named("epoch"));
  private static final Duration GRACE = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @BeforeEach
  void needsPosix() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh: not a POSIX system");
  }

  /** The machine is so busy that the script finishes before the agent can suspend it. */
  @Test
  void shouldHaveMoreUntilAllIsTakenThatItShowedBeforeItsEnd() throws Exception {
    try (RunningScript script = start("echo epoch 1 loss=0.5; echo epoch 2 loss=0.25")) {
      assertThat(script.hasMore()).isTrue();
      assertThat(script.awaitExit(Duration.ofSeconds(50))).isTrue();

      assertThat(script.hasMore()).isTrue();
      assertThat(script.next(0).orElseThrow().resource()).isEqualTo(1);
      assertThat(script.hasMore()).isTrue();
      assertThat(script.next(0).orElseThrow().resource()).isEqualTo(2);
      assertThat(script.hasMore()).isFalse();
    }
  }

  /** Like a script that was killed while it was suspended. */
  @Test
  void shouldHaveNoMoreWhenItFailed() throws Exception {
    try (RunningScript script = start("echo epoch 1 loss=0.5; exit 9")) {
      assertThat(script.awaitExit(Duration.ofSeconds(50))).isTrue();

      assertThat(script.hasMore()).isFalse();
    }
  }

  @Test
  void shouldLogWhatItSaysWhenItIsToldToEnd() throws Exception {
    String script = "trap 'echo told to end; exit 0' TERM; echo epoch 1 loss=0.5; sleep 60 & wait";
    try (RunningScript told = start(script)) {
      while (told.next(20).isEmpty()) {
        assertThat(told.isAlive()).isTrue();
      }
    }

    assertThat(Files.readString(folder.resolve("log"))).endsWith("told to end\n");
  }

  private RunningScript start(String script) throws IOException {
    StepNumbering counting = new StepNumbering(OptionalInt.empty(), false);
    return new RunningScript(
        ProcessGroup.start(
            List.of("/bin/sh", "-c", script), Map.of(), folder, folder.resolve("group")),
        new TrialLog(folder.resolve("log")),
        folder,
        GRACE,
        reports ->
            new ReportAssembler(
                FORMAT, counting.run(0), StepSize.ONE, reports, System::currentTimeMillis),
        shown -> new LineReader(FORMAT, shown),
        shown -> List.of());
  }
}
