package io.flexhb.core.spec;

import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The differences between a running study and a requested definition.
 *
 * @param amended differences in limits, patience and suggestions ahead: may change at any time
 * @param refused all others: they would make past and future trials incomparable
 */
public record StudySpecDifference(List<Problem> amended, List<Problem> refused) {
  /** A study older than this switch continues without it. */
  private static final String ADDED_LATER = "switches." + Switch.BUDGET_TAIL.key();

  private static final Set<String> AMENDABLE = Set.of("limits", "trial", "suggestion");

  public StudySpecDifference {
    amended = List.copyOf(amended);
    refused = List.copyOf(refused);
  }

  /**
   * Compares the meaning of the specs: a preset equals its choices written out, and a default
   * equals its value written out.
   */
  public static StudySpecDifference between(StudySpec current, StudySpec wanted) {
    Map<String, String> before = flat(current);
    Map<String, String> after = flat(wanted);
    Set<String> paths = new TreeSet<>(before.keySet());
    paths.addAll(after.keySet());
    List<Problem> amended = new ArrayList<>();
    List<Problem> refused = new ArrayList<>();
    for (String path : paths) {
      String was = before.getOrDefault(path, "not set");
      String is = after.getOrDefault(path, "not set");
      if (was.equals(is) || !before.containsKey(path) && path.equals(ADDED_LATER)) {
        continue;
      }
      if (AMENDABLE.contains(path.substring(0, Math.max(0, path.indexOf('.'))))) {
        amended.add(new Problem(path, "was " + was + ", becomes " + is));
      } else {
        refused.add(
            new Problem(
                path,
                "is "
                    + was
                    + " in the running study and cannot become "
                    + is
                    + "; put it back, or make a new study"));
      }
    }
    if (refused.isEmpty() && !names(current).equals(names(wanted))) {
      refused.add(
          new Problem(
              "space",
              "lists its parameters in another order; put them back to " + names(current)));
    }
    return new StudySpecDifference(amended, refused);
  }

  /** Whether both mean the same. */
  public boolean isEmpty() {
    return amended.isEmpty() && refused.isEmpty();
  }

  private static List<String> names(StudySpec spec) {
    return spec.space().parameters().stream().map(Parameter::name).toList();
  }

  private static Map<String, String> flat(StudySpec spec) {
    Map<String, Object> tree = StudySpecWriter.toTree(spec);
    // Only a name for the choices, which are compared themselves.
    tree.remove("algorithm");
    Map<String, String> flat = new TreeMap<>();
    flatten("", tree, flat);
    return flat;
  }

  private static void flatten(String path, Map<?, ?> tree, Map<String, String> flat) {
    tree.forEach(
        (key, value) -> {
          String at = path.isEmpty() ? key.toString() : path + "." + key;
          if (value instanceof Map<?, ?> map) {
            flatten(at, map, flat);
          } else {
            flat.put(at, String.valueOf(value));
          }
        });
  }
}
