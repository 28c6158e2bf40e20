package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OtherJvmTest {

  /** Another process, identity hash codes, language, time zone and compiler. */
  @Test
  void shouldDecideTheSameInAnotherJvm() throws IOException, InterruptedException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=2",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-Duser.timezone=Asia/Kolkata",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                DecisionDigest.class.getName())
            .redirectErrorStream(true)
            .start();
    String digest = DecisionDigest.digest();
    String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said.strip()).isEqualTo(digest);
  }
}
