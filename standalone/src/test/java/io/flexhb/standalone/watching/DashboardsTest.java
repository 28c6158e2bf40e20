package io.flexhb.standalone.watching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks of dashboards, rules and their runbook that need no Prometheus. */
class DashboardsTest {

  private static final Path RUNBOOK = Path.of("../docs/operations/alerts.md");
  private static final Path RECORDING = Path.of("../dashboards/prometheus/rules/recording.yml");
  private static final Path RULE_TESTS = Path.of("../dashboards/prometheus/rules/tests.yml");
  private static final Pattern PROVOKED = Pattern.compile("(?m)^\\| `(FlexHb\\w+)` \\|");
  private static final Pattern METER =
      Pattern.compile("\\b(?:flexhb|kafka|jvm|process|system)_\\w+");
  private static final Pattern RECORDED = Pattern.compile("\\b\\w+(?::\\w+)+\\b");
  private static final Pattern HEADING = Pattern.compile("(?m)^## (FlexHb\\w+)$");

  @Test
  void shouldBeReadyToBeProvisioned() {
    assertThat(Dashboards.all()).hasSize(4);
    for (JsonNode dashboard : Dashboards.all()) {
      String uid = dashboard.at("/uid").asText();
      assertThat(uid).startsWith("flexhb-");
      assertThat(dashboard.at("/id").isNull()).as(uid).isTrue();
      assertThat(dashboard.at("/refresh").asText()).as(uid).isEqualTo("30s");
      assertThat(dashboard.at("/templating/list/0/type").asText()).as(uid).isEqualTo("datasource");
    }
  }

  @Test
  void shouldSayWhatEachPanelShows() {
    for (JsonNode dashboard : Dashboards.all()) {
      for (JsonNode panel : Dashboards.panels(dashboard)) {
        String where = dashboard.at("/uid").asText() + " / " + panel.at("/title").asText();
        assertThat(panel.at("/description").asText()).as(where).hasSizeGreaterThan(10);
        assertThat(panel.at("/fieldConfig/defaults/unit").asText()).as(where).isNotBlank();
        assertThat(panel.at("/datasource/uid").asText()).as(where).isEqualTo("${datasource}");
        assertThat(panel.at("/targets").size()).as(where).isPositive();
      }
    }
  }

  @Test
  void shouldTakeRatesOverTheIntervalThatFits() {
    for (PanelQuery query : Dashboards.queries()) {
      if (!query.toString().contains("annotation")) {
        assertThat(query.expression())
            .as(query.toString())
            .doesNotContainPattern("\\[(?!\\$__rate_interval])");
      }
    }
  }

  @Test
  void shouldNameOnlyMetersAndRecordsThatThereAre() throws IOException {
    Set<String> known = new HashSet<>();
    try (MetersForDocs meters = new MetersForDocs()) {
      for (String line : meters.registry().scrape().lines().toList()) {
        Matcher name = METER.matcher(line);
        if (name.lookingAt()) {
          known.add(name.group());
        }
      }
    }
    // Kafka's and the JVM's: of those there is only the list.
    String reference = Files.readString(MetersReferenceTest.REFERENCE);
    String recording = Files.readString(RECORDING);
    List<String> expressions = new ArrayList<>(Rules.withoutThresholds().values());
    Dashboards.queries().forEach(query -> expressions.add(query.expression()));
    expressions.add(recording.replaceAll("(?m)^.*record:.*$", ""));
    for (String expression : expressions) {
      Matcher recorded = RECORDED.matcher(expression);
      while (recorded.find()) {
        assertThat(recording).contains("record: " + recorded.group());
      }
      Matcher meter = METER.matcher(RECORDED.matcher(expression).replaceAll(""));
      while (meter.find()) {
        String name = meter.group();
        String listed = name.replaceAll("_(bytes|seconds|seconds_sum|threads|files)$", "");
        assertThat(
                known.contains(name)
                    || reference.contains("`" + name + "`")
                    || reference.contains("`" + listed + "`"))
            .as(name + " in " + expression)
            .isTrue();
      }
    }
  }

  @Test
  void shouldHaveARunbookEntryForEachAlertAndNoOther() throws IOException {
    List<String> entries = new ArrayList<>();
    Matcher heading = HEADING.matcher(Files.readString(RUNBOOK));
    while (heading.find()) {
      entries.add(heading.group(1));
    }
    assertThat(entries).containsExactlyElementsOf(Rules.alerts().keySet());
    Rules.alerts()
        .forEach(
            (name, rule) ->
                assertThat(((Map<?, ?>) rule.get("annotations")).get("runbook"))
                    .isEqualTo(
                        "docs/operations/alerts.md#" + name.toLowerCase(java.util.Locale.ROOT)));
  }

  /** By promtool; WatchedDemoIT runs it. */
  @Test
  void shouldTestEachRule() throws IOException {
    assertThat(Rules.alerts().keySet()).allMatch(Files.readString(RULE_TESTS)::contains);
  }

  @Test
  void shouldSayOfEachAlertHowItWasProvoked() throws IOException {
    List<String> told = new ArrayList<>();
    Matcher row = PROVOKED.matcher(Files.readString(RUNBOOK));
    while (row.find()) {
      told.add(row.group(1));
    }
    assertThat(told).containsExactlyInAnyOrderElementsOf(Rules.alerts().keySet());
  }

  @Test
  void shouldBeWhatTheGeneratorWrites() throws Exception {
    String python = System.getenv().getOrDefault("FLEXHB_PYTHON", "python3");
    Run probe = run(python, "-c", "import grafana_foundation_sdk");
    if (probe.status() != 0) {
      System.err.println(
          "no grafana-foundation-sdk for "
              + python
              + ": whether dashboards are as their generator writes them is not tested");
    }
    assumeTrue(probe.status() == 0, "no grafana-foundation-sdk");

    Run check = run(python, "../dashboards/generate.py", "--check");
    assertThat(check.status()).as(check.said()).isZero();
  }

  private record Run(int status, String said) {}

  private static Run run(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), said);
    } catch (IOException absent) {
      return new Run(-1, absent.getMessage());
    }
  }
}
