package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Fits values that a user, a file or a model gives to the parameters of a space, and finds their
 * problems. {@link SearchSpace} says what each method does.
 */
final class GivenValues {
  private final List<Parameter> parameters;
  private final Domain[] domains;
  private final Constraints constraints;
  private final List<Forbidden> forbidden;

  GivenValues(
      List<Parameter> parameters,
      Domain[] domains,
      Constraints constraints,
      List<Forbidden> forbidden) {
    this.parameters = parameters;
    this.domains = domains;
    this.constraints = constraints;
    this.forbidden = forbidden;
  }

  Configuration coerce(Map<String, ?> given) {
    Map<String, Object> values = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          Object normalised = JsonText.isFor(value) ? json(value) : Values.normalised(value);
          int i = indexOf(name);
          boolean notGiven =
              normalised instanceof JsonText json
                  && json.isNull()
                  && (i < 0 || !domains[i].contains(json));
          if (!notGiven) {
            Object fitted = i < 0 ? normalised : domains[i].coerce(normalised);
            values.put(name, representable(fitted) ? fitted : String.valueOf(value));
          }
        });
    return Configuration.of(values);
  }

  List<Problem> check(Configuration configuration) {
    List<Problem> problems = new ArrayList<>();
    Map<String, Object> values = configuration.values();
    long[] index = new long[domains.length];
    for (int i : constraints.order()) {
      String name = parameters.get(i).name();
      Object value = values.get(name);
      Constraints.Activity activity = constraints.activity(i, index);
      boolean fits = value != null && domains[i].contains(value);
      index[i] =
          activity == Constraints.Activity.ABSENT
              ? Constraints.INACTIVE
              : activity == Constraints.Activity.OPEN || !fits
                  ? Constraints.UNKNOWN
                  : constraints.indexOf(i, value);
      if (activity == Constraints.Activity.ACTIVE && value == null) {
        problems.add(new Problem(name, "is missing; give " + domains[i].expectation()));
      } else if (activity == Constraints.Activity.ACTIVE && !fits) {
        problems.add(wrong(i, value));
      } else if (activity == Constraints.Activity.ABSENT && value != null) {
        problems.add(new Problem(name, inactiveMessage(parameters.get(i))));
      }
    }
    int combination = constraints.forbidden(index);
    if (combination >= 0) {
      Forbidden found = forbidden.get(combination);
      problems.add(
          new Problem(
              String.join(", ", found.values().keySet()),
              "is a forbidden combination: " + found.shown() + "; change one of them"));
    }
    for (String name : values.keySet()) {
      if (indexOf(name) < 0) {
        problems.add(unknown(name));
      }
    }
    return List.copyOf(problems);
  }

  List<Problem> checkEach(Configuration some) {
    List<Problem> problems = new ArrayList<>();
    some.values()
        .forEach(
            (name, value) -> {
              int i = indexOf(name);
              if (i < 0) {
                problems.add(unknown(name));
              } else if (!domains[i].contains(value)) {
                problems.add(wrong(i, value));
              }
            });
    return problems;
  }

  private Problem wrong(int i, Object value) {
    return new Problem(
        parameters.get(i).name(),
        "must be " + domains[i].expectation() + ", was " + Values.shown(value));
  }

  private Problem unknown(String name) {
    return new Problem(name, "is no parameter of this space; remove it or use one of " + names());
  }

  private static String inactiveMessage(Parameter parameter) {
    return "does not exist here; leave it out (it exists only while "
        + parameter.activeWhen().orElseThrow().shown()
        + ")";
  }

  /** The value's JSON text; if JSON cannot represent it, a text that no parameter has. */
  private static Object json(Object value) {
    try {
      return JsonText.of(value);
    } catch (IllegalArgumentException unfit) {
      return String.valueOf(value);
    }
  }

  private static boolean representable(Object value) {
    return value instanceof Long
        || value instanceof String
        || value instanceof Boolean
        || value instanceof JsonText
        || value instanceof Double number && Double.isFinite(number);
  }

  private int indexOf(String name) {
    for (int i = 0; i < domains.length; i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private String names() {
    return parameters.stream().map(Parameter::name).collect(Collectors.joining(", "));
  }
}
