package io.flexhb.standalone.watching;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.metrics.ScrapedRegistry;
import io.flexhb.standalone.docs.GeneratedPage;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reference of all meters, written by the meters themselves. */
class MetersReferenceTest {

  static final Path REFERENCE = Path.of("../docs/reference/metrics.md");

  private static final String HEAD =
      """
      # Meters

      Generated from the code: do not edit. How to scrape them, and what to look at:
      [monitoring](../operations/monitoring.md).

      Names as Prometheus shows them. A counter ends in `_total` and restarts at 0 with the process, or when a study comes to another tuner: use
      `increase` or `rate`, and sum over instances. A timer is a histogram: `_bucket`, `_count`, `_sum`, and `_max` of the last minutes.
      `study` is the id of a study; a tuner has meters of at most `flexhb.metrics.studies` studies (100), and sums the rest under `other`. No
      meter names a trial.

      """;

  @Test
  void shouldListEveryMeter() throws IOException {
    String text;
    try (MetersForDocs meters = new MetersForDocs()) {
      text =
          HEAD
              + section("The tuner and its studies", own(meters, "flexhb."))
              + section(
                  "Workers: in the registry that a trainer gives the SDK, and in `simulate`",
                  own(meters, "flexhb.worker."))
              + section("Kafka's own, in the tuner", others(ScrapedRegistry.keptOfKafka()))
              + section("The JVM of the tuner", others(ScrapedRegistry.keptOfProcess()));
      assertThat(meters.restoresUnderWay()).isZero();
    }
    GeneratedPage.requireUpToDate("metrics.md", text);
  }

  private static String section(String title, Map<String, String> rows) {
    return "## "
        + title
        + "\n\n| meter | kind | labels | meaning |\n|---|---|---|---|\n"
        + String.join("", rows.values())
        + "\n";
  }

  /** Of those that begin so, but not of a longer beginning that has a section of its own. */
  private static Map<String, String> own(MetersForDocs meters, String prefix) {
    Map<String, String> rows = new TreeMap<>();
    for (Meter meter : meters.registry().getMeters()) {
      Meter.Id id = meter.getId();
      boolean ofWorkers = id.getName().startsWith("flexhb.worker.");
      if (id.getName().startsWith(prefix) && ofWorkers == prefix.equals("flexhb.worker.")) {
        String labels =
            id.getTags().stream()
                .map(Tag::getKey)
                .sorted()
                .map(key -> "`" + key + "`")
                .collect(Collectors.joining(", "));
        rows.put(
            PrometheusNames.of(meter),
            row(PrometheusNames.of(meter), kind(id), labels, id.getDescription()));
      }
    }
    return rows;
  }

  private static Map<String, String> others(Map<String, String> kept) {
    Map<String, String> rows = new TreeMap<>();
    kept.forEach(
        (name, description) -> rows.put(name, row(name.replace('.', '_'), "", "", description)));
    return rows;
  }

  private static String row(String name, String kind, String labels, String description) {
    return "| `" + name + "` | " + kind + " | " + labels + " | " + description + " |\n";
  }

  private static String kind(Meter.Id id) {
    return id.getType().name().toLowerCase(java.util.Locale.ROOT);
  }
}
