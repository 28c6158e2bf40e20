package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.FlexHb;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.conformance.Conformance;
import io.flexhb.standalone.conformance.RunVerdict;
import io.flexhb.standalone.it.ChildJvm;
import io.flexhb.standalone.it.RegistryForTests;
import io.flexhb.standalone.registry.RegistryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Our own clients follow the protocol, whatever is lost, doubled or late. */
@Timeout(400)
@Tag("long")
class ConformanceIT {

  /** The toy of {@code docs/conformance.md} as a script that is told how far to train. */
  private static final String TOY =
      """
      sum=0 epoch=$FLEXHB_FROM
      [ -z "$FLEXHB_CHECKPOINT" ] || read -r sum < "$FLEXHB_CHECKPOINT/sum"
      while [ "$epoch" -lt "$FLEXHB_UNTIL" ]; do
        sleep "${FLEXHB_PARAM_seconds:-0.02}"
        [ "$FLEXHB_PARAM_fail" != true ] || exit 1
        epoch=$((epoch + 1)) sum=$((sum + epoch))
        if [ "$FLEXHB_PARAM_nan" = true ]; then
          loss=nan
        else
          loss=$(awk -v s=$sum -v x="$FLEXHB_PARAM_x" 'BEGIN { printf "%.12g", s * (1 + x) }')
        fi
        echo "epoch $epoch loss=$loss"
      done
      echo "$sum" > "$FLEXHB_FOLDER/sum"
      """;

  @TempDir private Path folder;

  @Test
  void shouldFindThatTheSdkForTheJvmFollowsTheProtocol() throws Exception {
    try (RegistryForTests registry = RegistryForTests.start()) {
      assertPasses(registry.url(), java(ConformingClient.class));
    }
  }

  @Test
  void shouldFindThatTheAgentFollowsTheProtocol() throws Exception {
    Path script = Files.writeString(folder.resolve("toy.sh"), TOY);
    try (RegistryForTests registry = RegistryForTests.start()) {
      assertPasses(
          registry.url(),
          java(
              FlexHb.class,
              "agent",
              "--study",
              "{study}",
              "--boundary",
              "exit",
              "--checkpoints",
              "{folder}/checkpoints",
              "--state",
              "{folder}/state",
              "--logs",
              "{folder}/logs",
              "--grace",
              "1",
              "--",
              "/bin/sh",
              script.toString()));
    }
  }

  @Test
  void shouldFindThatThePackageForPythonFollowsTheProtocol() throws Exception {
    PythonForTests python = PythonForTests.with(getClass());
    try (RegistryProcess registry = PythonForTests.registry(getClass())) {
      assertPasses(
          registry.url().toString(),
          List.of(
              "env",
              "PYTHONPATH=" + PythonForTests.packageFolder().resolve("src"),
              python.program(),
              PythonForTests.packageFolder().resolve("tests/conformance/client.py").toString()));
    }
  }

  /** A client that obeys nothing has to fail, or passing would say nothing. */
  @Test
  void shouldFindThatAProgramThatIsNoClientDoesNot() throws Exception {
    try (RegistryForTests registry = RegistryForTests.start()) {
      List<RunVerdict> verdicts =
          conformance(registry.url()).tryClient(List.of("java", "-version"), false);

      assertThat(verdicts)
          .isNotEmpty()
          .allSatisfy(
              verdict ->
                  assertThat(verdict.violations())
                      .containsExactly("the client ended at nobody has asked yet"));
    }
  }

  private static List<String> java(Class<?> main, String... arguments) {
    return ChildJvm.command(List.of("-Xmx128m"), main, List.of(arguments));
  }

  private void assertPasses(String registry, List<String> command) throws InterruptedException {
    List<RunVerdict> verdicts = conformance(registry).tryClient(command, false);

    assertThat(verdicts).hasSize(4).allSatisfy(v -> assertThat(v.isGood()).as("%s", v).isTrue());
  }

  private Conformance conformance(String registry) {
    BrokerForTests broker = BrokerForTests.shared();
    return new Conformance(
        broker.bootstrapServers(), registry, broker.uniqueName("conformance") + ".", folder);
  }
}
