package io.flexhb.core.spec;

import java.util.LinkedHashMap;
import java.util.Map;

/** Study definitions as trees, to be bent by a test. */
public final class StudyTrees {

  private StudyTrees() {}

  /** The smallest that is valid. */
  public static Map<String, Object> smallest() {
    return map(
        "study", "mnist",
        "objective", map("metric", "error", "direction", "minimize"),
        "resource", map("max", 27),
        "space", map("lr", map("type", "double", "low", 1e-4, "high", 1, "log", true)),
        "limits", map("loops", 1));
  }

  /** {@link #smallest} with a value at a path, or without it when the value is null. */
  public static Map<String, Object> with(String path, Object value) {
    Map<String, Object> tree = smallest();
    put(tree, path, value);
    return tree;
  }

  @SuppressWarnings("unchecked")
  public static void put(Map<String, Object> tree, String path, Object value) {
    int slash = path.indexOf('/');
    if (slash >= 0) {
      put(
          (Map<String, Object>) tree.computeIfAbsent(path.substring(0, slash), k -> map()),
          path.substring(slash + 1),
          value);
    } else if (value == null) {
      tree.remove(path);
    } else {
      tree.put(path, value);
    }
  }

  public static Map<String, Object> map(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
