package io.flexhb.standalone.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.launcher.FakeCheckout.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherTest {

  private static final String BUILDING = "building flexhb (first time takes a few minutes)\n";

  @TempDir private Path folder;
  private FakeCheckout checkout;

  @BeforeEach
  void prepare() throws IOException {
    checkout = new FakeCheckout(folder);
  }

  @Test
  void shouldBuildOnFirstUseAndSaySoInOneLineOnStandardError() throws Exception {
    Outcome first = checkout.run();
    Outcome second = checkout.run();

    assertThat(first.err()).isEqualTo(BUILDING);
    assertThat(second.err()).isEmpty();
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void shouldHandArgumentsToJavaAndItsStatusBack() throws Exception {
    Outcome outcome =
        checkout.run(
            checkout.root().resolve("flexhb"), Map.of("FAKE_STATUS", "7"), "demo", "two words", "");

    assertThat(outcome.out()).endsWith("io.flexhb.standalone.FlexHb\ndemo\ntwo words\n\n");
    assertThat(outcome.out())
        .contains("-cp\n" + checkout.root() + "/standalone/target/flexhb-standalone-1.jar:")
        .contains(":" + checkout.root() + "/dependency.jar");
    assertThat(outcome.status()).isEqualTo(7);
  }

  @Test
  void shouldRunTheJarsOfAnUnpackedReleaseAndBuildNothing() throws Exception {
    Files.createDirectory(checkout.root().resolve("lib"));
    checkout.removeCompiler();

    Outcome outcome = checkout.run("--version");

    assertThat(outcome.out()).contains("-cp\n" + checkout.root() + "/lib/*\n");
    assertThat(outcome.err()).isEmpty();
    assertThat(checkout.builds()).isZero();
  }

  @Test
  void shouldWorkThroughSymbolicLinksFromAnotherFolder() throws Exception {
    Path first = Files.createSymbolicLink(folder.resolve("first"), Path.of("a checkout/flexhb"));
    Path second =
        Files.createSymbolicLink(
            Files.createDirectory(folder.resolve("bin")).resolve("flexhb"), Path.of("../first"));

    assertThat(checkout.run(second, Map.of(), "x").status()).isZero();
    assertThat(checkout.run(first, Map.of(), "x").out()).endsWith("FlexHb\nx\n");
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pom.xml", "tuner-core/pom.xml", "schemas/src/main"})
  void shouldBuildAgainWhenSomethingChanged(String changed) throws Exception {
    checkout.run();
    checkout.touch(changed);

    assertThat(checkout.run().err()).isEqualTo(BUILDING);
    assertThat(checkout.builds()).isEqualTo(2);
  }

  @Test
  void shouldBuildAgainWhenADependencyIsGone() throws Exception {
    checkout.run();
    Files.delete(checkout.root().resolve("dependency.jar"));

    checkout.run();

    assertThat(checkout.builds()).isEqualTo(2);
  }

  @Test
  void shouldShowTheEndOfTheLogWhenTheBuildFails() throws Exception {
    checkout.breakBuild();

    Outcome outcome = checkout.run();

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("the reason why")
        .contains(checkout.root() + "/standalone/target/flexhb-build.log");
  }

  @Test
  void shouldRunWithTheArchivedClassesOfItsOwnBuild() throws Exception {
    assertThat(checkout.run().out())
        .contains("-XX:SharedArchiveFile=" + checkout.root() + "/standalone/target/flexhb.jsa\n");
  }

  /** The profile publish makes them, after the jar itself. */
  @Test
  void shouldNotTakeJarsOfSourcesAndJavadocForTheClasses() throws Exception {
    checkout.run();
    Path target = checkout.root().resolve("standalone/target");
    for (String other : new String[] {"sources", "javadoc"}) {
      Path jar = Files.createFile(target.resolve("flexhb-standalone-1-" + other + ".jar"));
      Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plus(Duration.ofSeconds(2))));
    }

    assertThat(checkout.run().out()).contains("-cp\n" + target + "/flexhb-standalone-1.jar:");
  }

  /** A JVM ignores an archive that is older than its jars. */
  @Test
  void shouldArchiveTheClassesAgainWhenSomethingElseBuiltTheJars() throws Exception {
    checkout.run();
    Path archive = checkout.root().resolve("standalone/target/flexhb.jsa");
    FileTime hourAgo = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
    Files.setLastModifiedTime(archive, hourAgo);

    Outcome outcome = checkout.run();

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("-XX:SharedArchiveFile=" + archive + "\n");
    assertThat(Files.getLastModifiedTime(archive)).isGreaterThan(hourAgo);
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void shouldRunWithoutAnArchiveThatTheJvmCannotMakeAndNotTryAgain() throws Exception {
    Map<String, String> unable = Map.of("FAKE_STATUS", "1");
    checkout.run(checkout.root().resolve("flexhb"), unable);

    Outcome outcome = checkout.run();

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).doesNotContain("SharedArchiveFile");
  }

  /** So that FLEXHB_JAVA_OPTS may choose one: a JVM refuses to start with two. */
  @ParameterizedTest
  @ValueSource(strings = {"tuner", "dev"})
  void shouldLeaveTheCollectorOfALongLivedTunerToTheJvm(String command) throws Exception {
    Outcome outcome = checkout.run(checkout.root().resolve("flexhb"), Map.of(), command);

    assertThat(outcome.out()).contains("-XX:MaxTenuringThreshold=2\n").doesNotContain("GC\n");
  }

  @Test
  void shouldStartShortCommandsWithTheSimpleCollector() throws Exception {
    assertThat(checkout.run(checkout.root().resolve("flexhb"), Map.of(), "demo").out())
        .contains("-XX:+UseSerialGC\n");
  }

  @Test
  void shouldPassFurtherJvmOptions() throws Exception {
    Outcome outcome =
        checkout.run(
            checkout.root().resolve("flexhb"), Map.of("FLEXHB_JAVA_OPTS", "-Xmx1g -Dkey=value"));

    assertThat(outcome.out()).contains("\n-Xmx1g\n-Dkey=value\n-cp\n");
  }

  @Test
  void shouldRefuseAnOldJava() throws Exception {
    checkout.useJava("11.0.2");
    Path tools = checkout.toolsWithoutJava("bash", "dirname", "head", "readlink", "sed");

    Outcome outcome =
        checkout.run(checkout.root().resolve("flexhb"), Map.of("PATH", tools.toString()));

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("JDK 17 or newer").contains("is Java 11");
    assertThat(checkout.builds()).isZero();
  }

  @Test
  void shouldAskForACompilerOnlyWhenItHasToBuild() throws Exception {
    checkout.run();
    checkout.removeCompiler();
    assertThat(checkout.run().status()).isZero();
    checkout.touch("pom.xml");

    Outcome outcome = checkout.run();

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("needs a JDK").contains("javac");
  }
}
