package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks forbidden combinations; finds all problems in one pass. */
public final class ForbiddenRules {

  private ForbiddenRules() {}

  /**
   * All problems of combinations over these parameters, with paths such as {@code
   * forbidden[0].optimizer}.
   */
  public static List<Problem> check(List<Parameter> parameters, List<Forbidden> forbidden) {
    Map<String, Parameter> byName = new HashMap<>();
    parameters.forEach(parameter -> byName.put(parameter.name(), parameter));
    List<Problem> problems = new ArrayList<>();
    for (int k = 0; k < forbidden.size(); k++) {
      String path = "forbidden[" + k + "]";
      Map<String, List<Object>> values = forbidden.get(k).values();
      if (values.isEmpty()) {
        problems.add(new Problem(path, "is empty; name parameters and their values"));
      }
      values.forEach(
          (name, list) -> problems.addAll(check(path + "." + name, byName.get(name), name, list)));
    }
    return problems;
  }

  private static List<Problem> check(
      String path, Parameter parameter, String name, List<Object> values) {
    if (parameter == null) {
      return List.of(
          new Problem(path, "'" + name + "' is not declared; declare it or correct the name"));
    }
    if (SpaceRules.isContinuous(parameter)) {
      return List.of(
          new Problem(
              path,
              "is a real number, of which single values cannot be forbidden; give it a step"));
    }
    return SpaceRules.checkValues(path, parameter, values);
  }
}
