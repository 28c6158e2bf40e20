package io.flexhb.standalone.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.it.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.utils.internals.Exit;
import org.junit.jupiter.api.Test;

class BrokerHaltHandlerTest {

  /** Ends as a broker does that cannot go on. */
  static final class Child {
    public static void main(String[] args) {
      BrokerHaltHandler.install();
      Exit.halt(1);
    }
  }

  @Test
  void shouldSayWhyTheProcessEndsAndExitAsForTroubleOutside() throws Exception {
    Process child = new ProcessBuilder(ChildJvm.command(Child.class, List.of())).start();

    String err = new String(child.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(err.lines()).hasSize(1);
    assertThat(err).startsWith("flexhb: the Kafka broker in this process cannot go on");
    assertThat(child.waitFor()).isEqualTo(ExitCode.ENVIRONMENT);
  }
}
