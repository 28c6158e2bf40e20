package io.flexhb.core.spec;

import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.space.BooleanParameter;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Condition;
import io.flexhb.core.space.ConstantParameter;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Forbidden;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.JsonText;
import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes the tree from which {@link StudySpecReader} reads the same spec, with all defaults written
 * out.
 */
public final class StudySpecWriter {

  private StudySpecWriter() {}

  /** Maps in reading order; lists, strings, booleans, Long and Double. */
  public static Map<String, Object> toTree(StudySpec spec) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", spec.study());
    tree.put("objective", objective(spec.objective()));
    tree.put("resource", resource(spec));
    tree.put("seed", spec.seed());
    method(tree, spec);
    Map<String, Object> space = new LinkedHashMap<>();
    spec.space().parameters().forEach(p -> space.put(p.name(), parameter(p)));
    tree.put("space", space);
    if (!spec.space().forbidden().isEmpty()) {
      tree.put("forbidden", spec.space().forbidden().stream().map(f -> listed(f)).toList());
    }
    tree.put("limits", limits(spec.limits(), spec.step()));
    Patience patience = spec.patience();
    tree.put(
        "trial",
        ordered(
            "maxAttempts", (long) patience.maxAttempts(),
            "lease", Durations.show(patience.leaseMillis()),
            "startTimeout", Durations.show(patience.startMillis()),
            "wait", Durations.show(patience.waitMillis()),
            "stallTimeout", Durations.show(patience.stallMillis())));
    tree.put(
        "suggestion",
        ordered(
            "timeout",
            Durations.show(patience.suggestionMillis()),
            "ahead",
            (long) spec.suggestionsAhead()));
    return tree;
  }

  private static Map<String, Object> objective(Objective objective) {
    Map<String, Object> tree =
        ordered(
            "metric", objective.metric(),
            "direction", lower(objective.direction()),
            "converged", objective.lastValueStands() ? "stands" : "fails");
    if (!objective.strategy().isLast()) {
      tree.put("strategy", objective.strategy().toString());
    }
    return tree;
  }

  private static Map<String, Object> resource(StudySpec spec) {
    ResourceStep step = spec.step();
    Map<String, Object> tree =
        ordered(
            "max", step.number(spec.ladder().maxResource()),
            "min", step.number(spec.ladder().minResource()),
            "eta", (long) spec.ladder().eta(),
            "unit", spec.unit());
    if (!step.isOne()) {
      tree.put("step", step.number(1));
    }
    return tree;
  }

  private static void method(Map<String, Object> tree, StudySpec spec) {
    Method method = spec.method();
    tree.put("algorithm", method.preset());
    tree.put("sampler", method.sampler());
    tree.put("brackets", lower(method.brackets()));
    tree.put("promotion", lower(method.promotion()));
    tree.put("stopping", lower(method.stopping()));
    Map<String, Object> switches = new LinkedHashMap<>();
    method
        .switches()
        .forEach(
            (key, text) -> {
              Object value = Switch.named(key).orElseThrow().kind().toTree(text);
              boolean levels = key.equals(Switch.FGF_LEVELS.key());
              switches.put(key, levels ? levels(value, spec.step()) : value);
            });
    if (!switches.isEmpty()) {
      tree.put("switches", switches);
    }
  }

  private static Object levels(Object wordOrUnits, ResourceStep step) {
    return wordOrUnits instanceof List<?> units
        ? units.stream().map(unit -> (Object) step.number((Long) unit)).toList()
        : wordOrUnits;
  }

  private static Map<String, Object> parameter(Parameter parameter) {
    Map<String, Object> tree = new LinkedHashMap<>();
    if (parameter instanceof DoubleParameter p) {
      tree.putAll(ordered("type", "double", "low", p.low(), "high", p.high(), "log", p.log()));
      p.step().ifPresent(step -> tree.put("step", step));
    } else if (parameter instanceof IntParameter p) {
      tree.putAll(ordered("type", "int", "low", p.low(), "high", p.high(), "log", p.log()));
      tree.put("step", p.step());
    } else if (parameter instanceof OrdinalParameter p) {
      tree.putAll(ordered("type", "ordinal", "values", p.values()));
    } else if (parameter instanceof CategoricalParameter p) {
      tree.putAll(ordered("type", "categorical", "choices", plain(p.choices())));
    } else if (parameter instanceof ConstantParameter p) {
      tree.put("value", plain(p.value()));
    } else if (parameter instanceof BooleanParameter) {
      tree.put("type", "boolean");
    }
    parameter.activeWhen().ifPresent(c -> tree.put("activeWhen", condition(c)));
    return tree;
  }

  private static Map<String, Object> condition(Condition condition) {
    if (condition instanceof Condition.Is is) {
      return ordered("parameter", is.parameter(), "values", plain(is.values()));
    }
    boolean all = condition instanceof Condition.All;
    List<Condition> of = all ? ((Condition.All) condition).of() : ((Condition.Any) condition).of();
    return ordered(all ? "all" : "any", of.stream().map(StudySpecWriter::condition).toList());
  }

  private static Map<String, Object> listed(Forbidden forbidden) {
    Map<String, Object> tree = new LinkedHashMap<>();
    forbidden.values().forEach((name, values) -> tree.put(name, plain(values)));
    return tree;
  }

  private static List<Object> plain(List<Object> values) {
    List<Object> plain = new ArrayList<>(); // which may hold null
    values.forEach(value -> plain.add(plain(value)));
    return plain;
  }

  private static Object plain(Object value) {
    return value instanceof JsonText json ? json.toTree() : value;
  }

  private static Map<String, Object> limits(Limits limits, ResourceStep step) {
    Map<String, Object> tree = new LinkedHashMap<>();
    limits.budget().ifPresent(v -> tree.put("budget", step.number(v)));
    limits.trials().ifPresent(v -> tree.put("trials", (long) v));
    limits.loops().ifPresent(v -> tree.put("loops", (long) v));
    limits.deadlineMillis().ifPresent(v -> tree.put("deadline", Durations.show(v)));
    limits.target().ifPresent(v -> tree.put("target", v));
    tree.put(
        "failures",
        limits.failures().isPresent()
            ? (Object) (long) limits.failures().getAsInt()
            : StudySpecReader.NEVER);
    return tree;
  }

  private static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
