package io.flexhb.standalone.cli.trial;

import io.flexhb.client.TrialHistory;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.standalone.cli.output.CsvWriter;
import io.flexhb.standalone.cli.output.Table;
import io.flexhb.standalone.cli.output.ValueFormat;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** All journaled reports of one trial as a table, as CSV and as JSON. */
final class LearningCurveTable {
  private final List<TrialHistory.Point> points;
  private final List<String> metrics;
  private final ResourceStep step;

  /**
   * @param objective name of the objective, shown before the other metrics
   * @param step the resource step, in which resources are shown
   */
  LearningCurveTable(String objective, ResourceStep step, TrialHistory history) {
    this.step = step;
    this.points = history.points();
    TreeSet<String> others = new TreeSet<>();
    points.forEach(point -> others.addAll(point.values().keySet()));
    others.remove(objective);
    this.metrics = new ArrayList<>(List.of(objective));
    metrics.addAll(others);
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  List<Map<String, Object>> tree() {
    return points.stream().map(this::tree).toList();
  }

  private Map<String, Object> tree(TrialHistory.Point point) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("resource", step.number(point.resource()));
    tree.put("attempt", point.attempt());
    tree.put("worker", point.worker());
    tree.put("time", point.time().toString());
    tree.put("values", point.values());
    return tree;
  }

  void print(PrintWriter out) {
    List<String> headings = new ArrayList<>(List.of("RESOURCE"));
    headings.addAll(metrics);
    headings.addAll(List.of("ATTEMPT", "WORKER", "TIME"));
    Table table = new Table(headings.toArray(String[]::new));
    for (TrialHistory.Point point : points) {
      List<Object> cells = new ArrayList<>(List.of(step.text(point.resource())));
      metrics.forEach(name -> cells.add(ValueFormat.value(point.values().getOrDefault(name, "-"))));
      cells.addAll(List.of(point.attempt(), point.worker(), point.time()));
      table.row(cells.toArray());
    }
    table.print(out);
  }

  void csv(CsvWriter csv) {
    List<Object> names = new ArrayList<>(List.of("resource", "attempt", "worker", "time"));
    names.addAll(metrics);
    csv.line(names);
    for (TrialHistory.Point point : points) {
      List<Object> cells =
          new ArrayList<>(
              List.of(
                  step.number(point.resource()), point.attempt(), point.worker(), point.time()));
      metrics.forEach(name -> cells.add(point.values().get(name)));
      csv.line(cells);
    }
  }
}
