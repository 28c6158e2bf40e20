package io.flexhb.standalone.watching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The dashboards as they are committed. */
final class Dashboards {

  static final Path FOLDER = Path.of("../dashboards/grafana");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Dashboards() {}

  /** All, by file. */
  static List<JsonNode> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<JsonNode> dashboards = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        dashboards.add(JSON.readTree(file.toFile()));
      }
      return dashboards;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Panels that show something; rows are left out. */
  static List<JsonNode> panels(JsonNode dashboard) {
    List<JsonNode> panels = new ArrayList<>();
    dashboard
        .at("/panels")
        .forEach(
            panel -> {
              if (!panel.at("/type").asText().equals("row")) {
                panels.add(panel);
              }
            });
    return panels;
  }

  /** The queries of all panels and annotations. */
  static List<PanelQuery> queries() {
    List<PanelQuery> queries = new ArrayList<>();
    for (JsonNode dashboard : all()) {
      String uid = dashboard.at("/uid").asText();
      for (JsonNode panel : panels(dashboard)) {
        panel
            .at("/targets")
            .forEach(
                target ->
                    queries.add(
                        new PanelQuery(
                            uid + " / " + panel.at("/title").asText(),
                            target.at("/expr").asText())));
      }
      dashboard
          .at("/annotations/list")
          .forEach(
              mark ->
                  queries.add(
                      new PanelQuery(
                          uid + " / annotation " + mark.at("/name").asText(),
                          mark.at("/expr").asText())));
    }
    return queries;
  }
}
