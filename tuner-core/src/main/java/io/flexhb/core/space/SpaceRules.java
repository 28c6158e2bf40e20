package io.flexhb.core.space;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that a list of parameters forms a search space; finds all problems in one pass. */
final class SpaceRules {
  private final List<Parameter> parameters;
  private final Map<String, Parameter> byName = new HashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  private SpaceRules(List<Parameter> parameters) {
    this.parameters = parameters;
  }

  static List<Problem> check(List<Parameter> parameters) {
    SpaceRules rules = new SpaceRules(parameters);
    rules.checkNames();
    parameters.forEach(rules::checkDomain);
    parameters.forEach(rules::checkCondition);
    return rules.problems;
  }

  private void checkNames() {
    if (parameters.isEmpty()) {
      report("parameters", "is empty; declare at least one parameter");
    }
    for (int i = 0; i < parameters.size(); i++) {
      String name = parameters.get(i).name();
      if (name.isBlank()) {
        report("parameters[" + i + "].name", "is blank; give the parameter a name");
      } else if (byName.putIfAbsent(name, parameters.get(i)) != null) {
        report("parameters[" + i + "].name", "'" + name + "' is declared twice; rename one");
      }
    }
  }

  private void checkDomain(Parameter parameter) {
    if (parameter instanceof DoubleParameter p) {
      checkDouble(p);
    } else if (parameter instanceof IntParameter p) {
      checkInt(p);
    } else if (parameter instanceof CategoricalParameter p) {
      checkList(p.name() + ".choices", p.choices());
      checkFinite(p.name() + ".choices", p.choices());
    } else if (parameter instanceof OrdinalParameter p) {
      checkOrdinal(p);
    } else if (parameter instanceof ConstantParameter p) {
      checkFinite(p.name() + ".value", List.of(p.value()));
    }
  }

  private void checkDouble(DoubleParameter p) {
    boolean finite = true;
    if (!Double.isFinite(p.low())) {
      report(p.name() + ".low", "must be finite, was " + p.low() + "; give a number");
      finite = false;
    }
    if (!Double.isFinite(p.high())) {
      report(p.name() + ".high", "must be finite, was " + p.high() + "; give a number");
      finite = false;
    }
    if (!finite) {
      return;
    }
    if (p.low() > p.high()) {
      report(p.name() + ".low", "must not exceed high " + p.high() + ", was " + p.low());
    }
    if (p.log() && p.low() <= 0) {
      report(
          p.name() + ".low",
          "must be above 0 on a log scale, was " + p.low() + "; raise it or drop log");
    }
    p.step().ifPresent(step -> checkStep(p, step));
  }

  private void checkStep(DoubleParameter p, double step) {
    String path = p.name() + ".step";
    if (!(step > 0) || !Double.isFinite(step)) {
      report(path, "must be a positive number, was " + step);
    } else if ((p.high() - p.low()) / step >= Values.MAX_EXACT) {
      report(path, "makes more than 2^53 values; give a larger step, or none");
    }
  }

  private void checkInt(IntParameter p) {
    if (Math.abs(p.low()) > Values.MAX_EXACT || p.low() == Long.MIN_VALUE) {
      report(p.name() + ".low", "must lie within +-2^53, was " + p.low());
    }
    if (Math.abs(p.high()) > Values.MAX_EXACT || p.high() == Long.MIN_VALUE) {
      report(p.name() + ".high", "must lie within +-2^53, was " + p.high());
    }
    if (p.low() > p.high()) {
      report(p.name() + ".low", "must not exceed high " + p.high() + ", was " + p.low());
    }
    if (p.log() && p.low() < 1) {
      report(
          p.name() + ".low",
          "must be at least 1 on a log scale, was " + p.low() + "; raise it or drop log");
    }
    if (p.step() < 1) {
      report(p.name() + ".step", "must be at least 1, was " + p.step());
    }
  }

  private void checkOrdinal(OrdinalParameter p) {
    checkList(p.name() + ".values", p.values());
    boolean numbers = p.values().stream().allMatch(Values::isNumber);
    boolean strings = p.values().stream().allMatch(String.class::isInstance);
    boolean booleans = p.values().stream().allMatch(Boolean.class::isInstance);
    if (!numbers && !strings && !booleans) {
      report(
          p.name() + ".values", "must be all numbers, all text or all booleans, was " + p.values());
    }
    checkFinite(p.name() + ".values", p.values());
  }

  private void checkFinite(String path, List<Object> values) {
    if (values.stream().anyMatch(v -> v instanceof Double d && !Double.isFinite(d))) {
      report(path, "must be finite, was " + values);
    }
  }

  private void checkList(String path, List<?> values) {
    if (values.isEmpty()) {
      report(path, "is empty; list at least one value");
    }
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      // 1 and 1.0 are the same number.
      if (!seen.add(value instanceof Long n ? (Object) n.doubleValue() : value)) {
        report(path + "[" + i + "]", Values.shown(values.get(i)) + " is listed twice; remove one");
      }
    }
  }

  private void checkCondition(Parameter child) {
    if (child.activeWhen().isEmpty()) {
      return;
    }
    String path = child.name() + ".activeWhen";
    if (inCycle(child)) {
      report(path, "leads back to '" + child.name() + "'; remove one condition of the cycle");
    } else {
      checkCondition(path, child.activeWhen().get());
    }
  }

  private void checkCondition(String path, Condition condition) {
    if (condition instanceof Condition.Is is) {
      checkIs(path, is);
    } else if (condition instanceof Condition.All all) {
      checkSeveral(path + ".all", all.of());
    } else if (condition instanceof Condition.Any any) {
      checkSeveral(path + ".any", any.of());
    }
  }

  private void checkSeveral(String path, List<Condition> conditions) {
    if (conditions.isEmpty()) {
      report(path, "is empty; list conditions, each with parameter and values");
    }
    for (int i = 0; i < conditions.size(); i++) {
      checkCondition(path + "[" + i + "]", conditions.get(i));
    }
  }

  private void checkIs(String path, Condition.Is condition) {
    Parameter parent = byName.get(condition.parameter());
    if (parent == null) {
      report(
          path + ".parameter",
          "'" + condition.parameter() + "' is not declared; declare it or correct the name");
    } else if (isContinuous(parent)) {
      report(
          path + ".parameter",
          "'"
              + parent.name()
              + "' is a real number; a condition needs a boolean, categorical, ordinal or int"
              + " parameter, or one with a step");
    } else {
      checkValues(path + ".values", parent, condition.values()).forEach(problems::add);
    }
  }

  /** Whether the parameter's values cannot be listed. */
  static boolean isContinuous(Parameter parameter) {
    return parameter instanceof DoubleParameter real && real.step().isEmpty();
  }

  /** Problems of values of a parameter that is not continuous. */
  static List<Problem> checkValues(String path, Parameter parent, List<Object> values) {
    List<Problem> problems = new ArrayList<>();
    if (values.isEmpty()) {
      problems.add(
          new Problem(path, "is empty; list the values of '" + parent.name() + "' that count"));
    }
    boolean badStep =
        parent instanceof IntParameter ints && ints.step() < 1
            || parent instanceof DoubleParameter real && !(real.step().orElse(0.0) > 0);
    if (badStep) {
      return problems; // reported with the parent
    }
    Domain domain = Domain.of(parent);
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (domain.indexOf(value) < 0) {
        problems.add(
            new Problem(
                path + "[" + i + "]",
                Values.shown(value)
                    + " is no value of '"
                    + parent.name()
                    + "'; give "
                    + domain.expectation()));
      }
    }
    return problems;
  }

  private boolean inCycle(Parameter start) {
    Set<String> seen = new HashSet<>();
    Deque<Parameter> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      List<String> parents =
          open.pop().activeWhen().map(c -> c.parents().toList()).orElse(List.of());
      for (String parent : parents) {
        if (parent.equals(start.name())) {
          return true;
        }
        if (seen.add(parent) && byName.containsKey(parent)) {
          open.push(byName.get(parent));
        }
      }
    }
    return false;
  }

  private void report(String path, String message) {
    problems.add(new Problem(path, message));
  }
}
