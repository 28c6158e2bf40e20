package io.flexhb.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The log as it is configured for the process. */
class LogFormTest {

  @Test
  void shouldWriteOneLineForEachMessageWhateverIsInIt() throws JoranException {
    String log =
        logged(
            "flexhb.metrics.v1-0@7, key '{}', goes to the DLQ",
            "s\n12:00:00.000 INFO  TunerService - all is well\33[2K");

    assertThat(log.lines()).hasSize(1);
    assertThat(log).contains("key 's\\n12:00:00.000 INFO").contains("\\u001b[2K");
  }

  private static String logged(String message, String foreign) throws JoranException {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    LoggerContext context = new LoggerContext();
    try {
      context.setMDCAdapter(new LogbackMDCAdapter());
      JoranConfigurator configurator = new JoranConfigurator();
      configurator.setContext(context);
      configurator.doConfigure(LogFormTest.class.getResource("/logback.xml"));
      context.getLogger("io.flexhb.service.stream.RejectionLog").warn(message, foreign);
    } finally {
      context.stop();
      System.setErr(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
