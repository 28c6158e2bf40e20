package io.flexhb.standalone.cli.study;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalReason;
import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.Correlation;
import io.flexhb.core.study.StudyInsight;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Imports;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import io.flexhb.standalone.cli.output.ValueFormat;
import io.flexhb.standalone.view.StudyView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a study has learnt, as text and as JSON: correlations and the resulting brackets, weights of
 * the models, pools and suggestions.
 */
final class InsightText {
  private final StudyState state;
  private final StudyInsight insight;
  private final Optional<JournalReason> model;

  /**
   * @param journal of the study, in order, up to this state
   */
  InsightText(StudyState state, List<JournalEntry> journal) {
    this.state = state;
    this.insight = StudyInsight.of(state);
    this.model = newestModel(journal);
  }

  /** The newest suggestion that a model made. */
  private static Optional<JournalReason> newestModel(List<JournalEntry> journal) {
    for (int i = journal.size() - 1; i >= 0; i--) {
      for (JournalReason reason : journal.get(i).getReasons()) {
        if (reason.getRule().equals("suggestion")
            && "model".equals(reason.getValues().get("reason"))) {
          return Optional.of(reason);
        }
      }
    }
    return Optional.empty();
  }

  void addTo(Map<String, Object> tree) {
    tree.put("correlations", insight.correlations().stream().map(this::tree).toList());
    tree.put("arrangement", insight.places().stream().map(this::tree).toList());
    tree.put("openedBrackets", state.brackets().toJavaStream().map(this::tree).toList());
    model.ifPresent(reason -> tree.put("model", new TreeMap<>(reason.getValues())));
    tree.put("pools", insight.pools().stream().map(this::tree).toList());
    tree.put("asynchronousRungs", insight.rungs().stream().map(this::tree).toList());
    Suggestions suggestions = state.suggestions();
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("pending", suggestions.pending().size());
    counts.put("prepared", suggestions.prepared().size());
    counts.put("enqueued", suggestions.enqueued().size());
    tree.put("suggestions", counts);
    Imports imports = state.imports();
    tree.put(
        "imported",
        ordered(
            "imports", imports.rows().size(),
            "configurations", imports.configurations().size(),
            "values", imports.valuesByLevel(),
            "failed", imports.failed()));
  }

  private Map<String, Object> tree(Correlation c) {
    return ordered(
        "low", number(c.low()),
        "high", number(c.high()),
        "tau", c.tau(),
        "trials", c.trials());
  }

  private Map<String, Object> tree(StudyInsight.Place place) {
    return ordered(
        "plan", text(place.plan()),
        "original", text(place.original()),
        "replaced", place.isReplaced());
  }

  private Map<String, Object> tree(Bracket bracket) {
    BracketPlan original = state.spec().arrangement().get(bracket.place());
    return ordered(
        "bracket", bracket.number(),
        "plan", text(bracket.plan()),
        "original", text(original),
        "replaced", bracket.source() != bracket.place(),
        "rung", bracket.rung(),
        "closed", bracket.closed());
  }

  private Map<String, Object> tree(StudyInsight.Pool pool) {
    return ordered(
        "level", number(pool.level()),
        "trials", pool.trials(),
        "best", ordered("trial", pool.bestTrial(), "value", pool.bestValue()));
  }

  private Map<String, Object> tree(StudyInsight.RungCount rung) {
    return ordered(
        "startLevel", number(rung.startLevel()),
        "level", number(rung.level()),
        "values", rung.values(),
        "wentOn", rung.wentOn());
  }

  private String text(BracketPlan plan) {
    return plan.text(state.spec().step());
  }

  private Number number(long resource) {
    return state.spec().step().number(resource);
  }

  private static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  void print(PrintWriter out) {
    printArrangement(out);
    StudyView.brackets(state).forEach(out::println);
    model.ifPresent(reason -> printModel(reason.getValues(), out));
    if (!insight.pools().isEmpty()) {
      out.println("pools of stopped trials:");
      for (StudyInsight.Pool pool : insight.pools()) {
        out.printf(
            "  @%s: %d trial(s), best %s (trial %d)%n",
            state.spec().shown(pool.level()),
            pool.trials(),
            ValueFormat.number(pool.bestValue()),
            pool.bestTrial());
      }
    }
    Suggestions suggestions = state.suggestions();
    out.printf(
        "suggestions: %d pending, %d prepared, %d enqueued%n",
        suggestions.pending().size(), suggestions.prepared().size(), suggestions.enqueued().size());
    printImports(out);
  }

  private void printImports(PrintWriter out) {
    Imports imports = state.imports();
    if (imports.configurations().isEmpty()) {
      return;
    }
    out.printf(
        "imported: %d configuration(s) by %d import(s), values at levels: %s%s%n",
        imports.configurations().size(),
        imports.rows().size(),
        ValueFormat.counts(imports.valuesByLevel(), state.spec().step()),
        imports.failed() > 0 ? ", failed: " + imports.failed() : "");
  }

  private void printArrangement(PrintWriter out) {
    if (insight.correlations().isEmpty()) {
      return;
    }
    out.println("tau of neighbouring levels now, and the brackets that would open by it:");
    for (int i = 0; i < insight.places().size(); i++) {
      StudyInsight.Place place = insight.places().get(i);
      out.printf(
          "  %s: %s%s%n",
          i == 0 ? "           " : tau(insight.correlations().get(i - 1)),
          text(place.plan()),
          place.isReplaced() ? "   (in place of " + text(place.original()) + ")" : "");
    }
  }

  private String tau(Correlation c) {
    return "%s:%s %s over %d"
        .formatted(
            state.spec().shown(c.low()),
            state.spec().shown(c.high()),
            ValueFormat.number(c.tau()),
            c.trials());
  }

  private static void printModel(Map<String, String> values, PrintWriter out) {
    List<String> parts = new ArrayList<>();
    String[] levels = values.getOrDefault("levels", "").split(" ");
    String[] weights = values.getOrDefault("weights", "").split(" ");
    for (int i = 0; i < levels.length && levels.length == weights.length; i++) {
      if (!levels[i].isEmpty()) {
        parts.add("@" + levels[i] + " " + weights[i]);
      }
    }
    out.printf(
        "newest model: %s%s%n",
        values.getOrDefault("sampler", "?"),
        parts.isEmpty() ? "" : ", weights " + String.join("  ", parts));
  }
}
