package io.flexhb.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** The logging configuration as it is shipped, in both formats. */
class LogFormatTest {

  private static String line(String format) throws Exception {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.putProperty(LogFormat.VARIABLE, format);
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogFormatTest.class.getResource("/logback.xml"));
    Logger logger = context.getLogger("io.flexhb.service.Some");
    LoggingEvent event =
        new LoggingEvent(
            "fqcn",
            logger,
            Level.WARN,
            "Study {}: odd\nline \u001b[2J",
            new IllegalStateException("no"),
            new Object[] {"mnist"});
    event.setMDCPropertyMap(Map.of("study", "mnist", "trial", "17", "attempt", "2"));
    event.setKeyValuePairs(List.of(new KeyValuePair("decision", 3L)));
    ConsoleAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>)
            context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("STDERR");
    return new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void shouldWriteOneObjectALineForPrograms() throws Exception {
    String line = line("json");

    assertThat(line.strip()).doesNotContain("\n").doesNotContain("\u001b");
    JsonNode json = new ObjectMapper().readTree(line);
    assertThat(json.at("/level").asText()).isEqualTo("WARN");
    assertThat(json.at("/message").asText()).isEqualTo("Study mnist: odd\nline \u001b[2J");
    assertThat(json.at("/study").asText()).isEqualTo("mnist");
    assertThat(json.at("/trial").asText()).isEqualTo("17");
    assertThat(json.at("/attempt").asText()).isEqualTo("2");
    assertThat(json.at("/decision").asInt()).isEqualTo(3);
    assertThat(json.at("/stack_trace").asText()).contains("IllegalStateException: no");
    assertThat(json.has("@timestamp")).isTrue();
    assertThat(json.has("level_value")).isFalse();
  }

  @Test
  void shouldWriteForPeopleUnlessToldOtherwise() throws Exception {
    assertThat(line("text"))
        .contains("WARN  Some - Study mnist: odd")
        .contains("IllegalStateException: no")
        .doesNotStartWith("{");
    assertThat(line("")).doesNotStartWith("{");
  }

  @Test
  void shouldRefuseAFormatItDoesNotKnow() {
    assertThat(LogFormat.problem(Map.of(LogFormat.VARIABLE, "xml")))
        .hasValueSatisfying(why -> assertThat(why).contains("text or json", "'xml'"));
    assertThat(LogFormat.problem(Map.of(LogFormat.VARIABLE, "json"))).isEmpty();
    assertThat(LogFormat.problem(Map.of())).isEmpty();
  }
}
