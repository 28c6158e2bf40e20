package io.flexhb.standalone.cli.trial;

import io.flexhb.avro.TrialView;
import io.flexhb.client.TrialHistory;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.standalone.cli.output.CsvWriter;
import io.flexhb.standalone.cli.output.RecordTree;
import io.flexhb.standalone.cli.output.Table;
import io.flexhb.standalone.cli.output.ValueFormat;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Trials with all their data as a table, as CSV and as JSON. */
final class TrialTable {
  private final String objective;
  private final List<TrialView> trials;
  private final Map<Integer, TrialHistory> histories;

  /**
   * @param objective name of the metric that is optimised
   * @param trials in the order in which they are shown
   * @param histories by trial number
   */
  TrialTable(String objective, List<TrialView> trials, Map<Integer, TrialHistory> histories) {
    this.objective = objective;
    this.trials = trials;
    this.histories = histories;
  }

  private TrialHistory history(TrialView trial) {
    return histories.getOrDefault(trial.getTrial(), TrialHistory.NONE);
  }

  /** Metrics beside the objective, by name. */
  private List<String> otherMetrics() {
    SortedSet<String> names = new TreeSet<>();
    trials.forEach(trial -> names.addAll(history(trial).newest().keySet()));
    names.remove(objective);
    return List.copyOf(names);
  }

  List<Map<String, Object>> tree() {
    return trials.stream().map(this::tree).toList();
  }

  private Map<String, Object> tree(TrialView trial) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.putAll(RecordTree.ofTrial(trial));
    tree.put("metrics", history(trial).newest());
    tree.put("workers", history(trial).workers());
    tree.put("trainedSeconds", seconds(history(trial)));
    return tree;
  }

  /** Values by name, all as text. */
  private static Map<String, String> parameters(TrialView trial) {
    Map<String, String> parameters = new LinkedHashMap<>();
    ConfigurationCodec.tree(trial.getConfiguration())
        .forEach((name, value) -> parameters.put(name, ValueFormat.exact(value)));
    return parameters;
  }

  private static double seconds(TrialHistory history) {
    return history.trained().toMillis() / 1000.0;
  }

  void print(PrintWriter out) {
    List<String> others = otherMetrics();
    Table table =
        new Table(
            Stream.of(
                    Stream.of("TRIAL", "STATUS", "BRACKET", "RUNG", "RESOURCE", objective),
                    others.stream(),
                    Stream.of("ATTEMPT", "WORKER", "TIME", "CONFIGURATION"))
                .flatMap(names -> names)
                .toArray(String[]::new));
    for (TrialView trial : trials) {
      List<Object> cells = new ArrayList<>();
      cells.addAll(
          List.of(
              trial.getTrial(),
              trial.getStatus(),
              trial.getBracket(),
              trial.getRung(),
              TrialViewCodec.step(trial).text(trial.getResource()),
              trial.getValue() == null ? "-" : ValueFormat.number(trial.getValue())));
      others.forEach(
          name -> cells.add(ValueFormat.value(history(trial).newest().getOrDefault(name, "-"))));
      List<String> workers = history(trial).workers();
      cells.addAll(
          List.of(
              trial.getAttempt(),
              workers.isEmpty() ? "-" : String.join(",", workers),
              ValueFormat.duration(history(trial).trained()),
              ValueFormat.configuration(trial.getConfiguration())));
      table.row(cells.toArray());
    }
    table.print(out);
  }

  void csv(CsvWriter csv) {
    List<String> others = otherMetrics();
    SortedSet<String> parameters = new TreeSet<>();
    trials.forEach(trial -> parameters.addAll(parameters(trial).keySet()));
    List<Object> names = new ArrayList<>();
    names.addAll(
        List.of("trial", "status", "origin", "bracket", "rung", "resource", "attempt", "failures"));
    names.addAll(List.of("revivals", "workers", "trainedSeconds", objective));
    names.addAll(others);
    parameters.forEach(name -> names.add("param." + name));
    names.add("reason");
    csv.line(names);
    for (TrialView trial : trials) {
      TrialHistory history = history(trial);
      List<Object> cells = new ArrayList<>();
      cells.addAll(
          List.of(
              trial.getTrial(),
              trial.getStatus(),
              trial.getOrigin(),
              trial.getBracket(),
              trial.getRung(),
              TrialViewCodec.step(trial).number(trial.getResource()),
              trial.getAttempt(),
              trial.getFailures()));
      cells.addAll(
          List.of(trial.getRevivals(), String.join(" ", history.workers()), seconds(history)));
      cells.add(trial.getValue());
      others.forEach(name -> cells.add(history.newest().get(name)));
      parameters.forEach(name -> cells.add(parameters(trial).getOrDefault(name, "")));
      cells.add(trial.getReason());
      csv.line(cells);
    }
  }
}
