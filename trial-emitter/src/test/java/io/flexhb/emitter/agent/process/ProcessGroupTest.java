package io.flexhb.emitter.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessGroupTest {
  /** Builds run on busy machines. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Duration GRACE = Duration.ofSeconds(10);

  @TempDir private Path folder;
  private ProcessGroup group;

  @BeforeEach
  void needsPosix() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh: not a POSIX system");
  }

  @AfterEach
  void leaveNothing() {
    if (group != null) {
      group.kill();
    }
  }

  @Test
  void shouldGiveArgumentsAsTheyAre() throws Exception {
    String odd = "a b'\"$HOME `id` ; rm -rf * \\ \n é";
    group = start(List.of("printf", "%s|", odd, "", "-n"));

    assertThat(output()).isEqualTo(odd + "||-n|");
    assertThat(exitCode()).isZero();
  }

  @Test
  void shouldTellTheExitCode() throws Exception {
    group = shell("exit 7");

    assertThat(exitCode()).isEqualTo(7);
  }

  @Test
  void shouldTellOfACommandThatIsNotThere() throws Exception {
    group = start(List.of("no-such-program-at-all"));

    assertThat(new String(group.errors().readAllBytes(), StandardCharsets.UTF_8))
        .contains("no-such-program-at-all");
    assertThat(exitCode()).isEqualTo(127);
  }

  @Test
  void shouldReadNothingFromTheAgent() throws Exception {
    group = shell("cat; echo end of input");

    assertThat(output()).isEqualTo("end of input\n");
  }

  @Test
  void shouldLetAScriptEndInItsOwnWay() throws Exception {
    group = shell("trap 'echo saved; exit 3' TERM; echo ready; while :; do sleep 0.1; done");
    awaitLine("ready");

    assertThat(group.stop(GRACE)).isTrue();
    assertThat(exitCode()).isEqualTo(3);
  }

  @Test
  void shouldKillWhatDoesNotEnd() throws Exception {
    group = shell("trap '' TERM; echo ready; while :; do sleep 0.1; done");
    awaitLine("ready");

    assertThat(group.stop(Duration.ofMillis(300))).isFalse();
    assertThat(exitCode()).isEqualTo(128 + 9);
  }

  @Test
  void shouldStopAllThatTheScriptStarted() throws Exception {
    group = shell("sleep 300 & echo $!; sleep 300");
    long grandchild = Long.parseLong(awaitLine("\\d+"));

    group.stop(GRACE);

    await(() -> !isRunning(grandchild));
  }

  @Test
  void shouldLeaveNothingBehindWhenTheScriptEnds() throws Exception {
    group = shell("sleep 300 >/dev/null 2>&1 & echo $!");
    long leftBehind = Long.parseLong(awaitLine("\\d+"));

    assertThat(exitCode()).isZero();
    await(() -> !isRunning(leftBehind));
  }

  @Test
  void shouldSuspendAndResume() throws Exception {
    Path ticks = folder.resolve("ticks");
    group = shell("while :; do echo x >> '" + ticks + "'; sleep 0.02; done");
    await(() -> size(ticks) > 4);

    group.suspend();
    await(() -> isStill(ticks));
    assertThat(group.isAlive()).isTrue();
    group.resume();
    long before = size(ticks);
    await(() -> size(ticks) > before);
  }

  @Test
  void shouldStopWhatIsSuspended() throws Exception {
    group = shell("trap 'exit 4' TERM; echo ready; while :; do sleep 0.05; done");
    awaitLine("ready");
    group.suspend();

    assertThat(group.stop(GRACE)).isTrue();
    assertThat(exitCode()).isEqualTo(4);
  }

  @Test
  void shouldTellItsMemory() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "no /proc: memory cannot be told");
    group = shell("echo ready; sleep 300");
    awaitLine("ready");

    assertThat(group.memory().orElseThrow()).isBetween(100_000L, 100_000_000L);
  }

  @Test
  void shouldHaveAnotherWayToBeginASession() throws Exception {
    Path perl = Path.of("/usr/bin/perl");
    assumeTrue(Files.isExecutable(perl), "no perl");
    List<String> command = new ArrayList<>(Sessions.byPerl(perl));
    command.addAll(List.of("/bin/sh", "-c", "ps -o sid= -p $$; echo $$"));
    Process process = new ProcessBuilder(command).start();

    String[] lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n");
    assertThat(lines[0].strip()).isEqualTo(lines[1]);
  }

  /** The agent in a JVM of its own, killed by a signal. */
  @Test
  void shouldNotOutliveAnAgentThatIsKilled() throws Exception {
    Path pids = folder.resolve("pids");
    Process agent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StartsAndWaits.class.getName(),
                folder.toString(),
                "sleep 300 & echo $! >> '" + pids + "'; echo $$ >> '" + pids + "'; sleep 300")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      await(() -> lines(pids).size() == 4);
      List<Long> children = lines(pids).stream().map(Long::parseLong).toList();
      assertThat(children).allMatch(ProcessGroupTest::isRunning);

      agent.destroyForcibly().waitFor(10, TimeUnit.SECONDS);

      await(() -> children.stream().noneMatch(ProcessGroupTest::isRunning));
    } finally {
      agent.destroyForcibly();
    }
  }

  /** Runs in the child: one group runs, the other is suspended. */
  static final class StartsAndWaits {

    private StartsAndWaits() {}

    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      ProcessGroup.start(List.of("/bin/sh", "-c", args[1]), Map.of(), folder, folder.resolve("g1"));
      ProcessGroup.start(List.of("/bin/sh", "-c", args[1]), Map.of(), folder, folder.resolve("g2"));
      await(() -> lines(folder.resolve("pids")).size() == 4);
      Thread.sleep(100_000);
    }
  }

  private ProcessGroup shell(String script) throws IOException {
    return start(List.of("/bin/sh", "-c", script));
  }

  private ProcessGroup start(List<String> command) throws IOException {
    return ProcessGroup.start(command, Map.of(), folder, folder.resolve("group"));
  }

  private String output() throws IOException {
    return new String(group.output().readAllBytes(), StandardCharsets.UTF_8);
  }

  private int exitCode() throws InterruptedException {
    assertThat(group.awaitExit(GRACE)).isTrue();
    return group.exitCode().orElseThrow();
  }

  private String awaitLine(String pattern) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = group.output().read(); next >= 0; next = group.output().read()) {
      if (next == '\n') {
        if (line.toString().matches(pattern)) {
          return line.toString();
        }
        line.setLength(0);
      } else {
        line.append((char) next);
      }
    }
    throw new AssertionError("no line " + pattern);
  }

  /** A zombie that nobody waits for has ended. */
  private static boolean isRunning(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException gone) {
      return Files.isDirectory(Path.of("/proc/self"))
          ? false
          : ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
  }

  private static boolean isStill(Path file) {
    long before = size(file);
    sleep(200);
    return size(file) == before;
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(LIMIT).until(condition);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
