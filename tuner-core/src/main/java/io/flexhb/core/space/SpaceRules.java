package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What makes a list of parameters a search space; finds all faults in one pass. */
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
    } else if (parameter instanceof OrdinalParameter p) {
      checkOrdinal(p);
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
    } else if (p.log()) {
      report(path, "cannot be combined with log; drop one of the two");
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
    } else if (p.log() && p.step() != 1) {
      report(p.name() + ".step", "cannot be combined with log; drop one of the two");
    }
  }

  private void checkOrdinal(OrdinalParameter p) {
    checkList(p.name() + ".values", p.values());
    boolean numbers = p.values().stream().allMatch(Values::isNumber);
    boolean strings = p.values().stream().allMatch(String.class::isInstance);
    if (!numbers && !strings) {
      report(p.name() + ".values", "must be all numbers or all strings, was " + p.values());
    }
    if (p.values().stream().anyMatch(v -> v instanceof Double d && !Double.isFinite(d))) {
      report(p.name() + ".values", "must be finite, was " + p.values());
    }
  }

  private void checkList(String path, List<?> values) {
    if (values.isEmpty()) {
      report(path, "is empty; list at least one value");
    }
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < values.size(); i++) {
      if (!seen.add(values.get(i))) {
        report(path + "[" + i + "]", Values.shown(values.get(i)) + " is listed twice; remove one");
      }
    }
  }

  private void checkCondition(Parameter child) {
    if (child.activeWhen().isEmpty()) {
      return;
    }
    Condition condition = child.activeWhen().get();
    String path = child.name() + ".activeWhen";
    Parameter parent = byName.get(condition.parameter());
    if (parent == null) {
      report(
          path + ".parameter",
          "'" + condition.parameter() + "' is not declared; declare it or correct the name");
    } else if (parent instanceof DoubleParameter) {
      report(
          path + ".parameter",
          "'"
              + parent.name()
              + "' is a real number; a condition needs a boolean, categorical, ordinal or int"
              + " parameter");
    } else if (inCycle(child)) {
      report(path, "leads back to '" + child.name() + "'; remove one condition of the cycle");
    } else {
      checkValues(path + ".values", condition, Domain.of(parent));
    }
  }

  private void checkValues(String path, Condition condition, Domain parent) {
    if (condition.values().isEmpty()) {
      report(path, "is empty; list the values of '" + condition.parameter() + "' that count");
    }
    if (parent instanceof IntegerDomain ints && ints.step() < 1) {
      return; // reported with the parent
    }
    for (int i = 0; i < condition.values().size(); i++) {
      Object value = condition.values().get(i);
      if (parent.indexOf(value) < 0) {
        report(
            path + "[" + i + "]",
            Values.shown(value)
                + " is no value of '"
                + condition.parameter()
                + "'; give "
                + parent.expectation());
      }
    }
  }

  private boolean inCycle(Parameter start) {
    Set<String> seen = new HashSet<>();
    Optional<Condition> condition = start.activeWhen();
    while (condition.isPresent()) {
      String parent = condition.get().parameter();
      if (parent.equals(start.name())) {
        return true;
      }
      if (!seen.add(parent) || !byName.containsKey(parent)) {
        return false; // another parameter's cycle, reported there
      }
      condition = byName.get(parent).activeWhen();
    }
    return false;
  }

  private void report(String path, String message) {
    problems.add(new Problem(path, message));
  }
}
