package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When each parameter exists and which combinations are forbidden, on the indices of values: {@link
 * #INACTIVE} for a parameter that does not exist, {@link #UNKNOWN} for one whose value is wrong.
 */
final class Constraints {
  static final long INACTIVE = -1;
  static final long UNKNOWN = -2;

  /** Whether a parameter exists. */
  enum Activity {
    ACTIVE,
    ABSENT,
    /** A parent's value is wrong, which is reported there. */
    OPEN
  }

  private final Domain[] domains;
  private final Guard[] guards; // null = always
  private final int[][] parents;
  private final int[] order; // parents before children
  private final boolean[] referred;
  private final Clause[] forbidden;

  Constraints(List<Parameter> parameters, Domain[] domains, List<Forbidden> forbidden) {
    this.domains = domains;
    Map<String, Integer> indexByName = new HashMap<>();
    for (int i = 0; i < domains.length; i++) {
      indexByName.put(parameters.get(i).name(), i);
    }
    guards = new Guard[domains.length];
    parents = new int[domains.length][];
    referred = new boolean[domains.length];
    for (int i = 0; i < domains.length; i++) {
      int child = i;
      parents[i] = new int[0];
      parameters
          .get(i)
          .activeWhen()
          .ifPresent(
              condition -> {
                guards[child] = guard(condition, indexByName, domains);
                parents[child] =
                    condition.parents().mapToInt(indexByName::get).distinct().toArray();
              });
    }
    this.forbidden =
        forbidden.stream()
            .map(f -> Clause.of(f, indexByName, domains, referred))
            .toArray(Clause[]::new);
    this.order = parentsFirst();
  }

  /** Parameter indices, parents before children. */
  int[] order() {
    return order;
  }

  /** The parameters that decide whether parameter i exists. */
  int[] parents(int i) {
    return parents[i];
  }

  /** Whether a condition or a forbidden combination refers to parameter i. */
  boolean isReferred(int i) {
    return referred[i];
  }

  /** The index of a value of parameter i; 0 when nothing refers to that parameter. */
  long indexOf(int i, Object value) {
    return referred[i] ? domains[i].indexOf(value) : 0;
  }

  boolean forbidsAny() {
    return forbidden.length > 0;
  }

  /** Whether parameter i exists, given the value indices of those that come before it. */
  Activity activity(int i, long[] index) {
    return guards[i] == null ? Activity.ACTIVE : guards[i].of(index);
  }

  /** Number of the forbidden combination these values have, -1 for none. */
  int forbidden(long[] index) {
    for (int k = 0; k < forbidden.length; k++) {
      if (forbidden[k].matches(index)) {
        return k;
      }
    }
    return -1;
  }

  private int[] parentsFirst() {
    int[] sorted = new int[guards.length];
    boolean[] placed = new boolean[guards.length];
    int size = 0;
    while (size < sorted.length) {
      int before = size;
      for (int i = 0; i < sorted.length; i++) {
        if (!placed[i] && Arrays.stream(parents[i]).allMatch(p -> placed[p])) {
          sorted[size++] = i;
          placed[i] = true;
        }
      }
      if (size == before) {
        throw new IllegalStateException("conditions form a cycle"); // SpaceRules finds these
      }
    }
    return sorted;
  }

  private Guard guard(Condition condition, Map<String, Integer> indexByName, Domain[] domains) {
    if (condition instanceof Condition.Is is) {
      int parent = indexByName.get(is.parameter());
      referred[parent] = true;
      return new Equal(parent, indices(is.values(), domains[parent]));
    }
    boolean all = condition instanceof Condition.All;
    List<Condition> parts =
        all ? ((Condition.All) condition).of() : ((Condition.Any) condition).of();
    List<Guard> of = new ArrayList<>();
    parts.forEach(part -> of.add(guard(part, indexByName, domains)));
    return new Several(of.toArray(Guard[]::new), all ? Activity.ABSENT : Activity.ACTIVE);
  }

  private static long[] indices(List<Object> values, Domain domain) {
    return values.stream().mapToLong(domain::indexOf).sorted().distinct().toArray();
  }

  private interface Guard {
    Activity of(long[] index);
  }

  private record Equal(int parent, long[] values) implements Guard {
    @Override
    public Activity of(long[] index) {
      long value = index[parent];
      if (value == UNKNOWN) {
        return Activity.OPEN;
      }
      return Arrays.binarySearch(values, value) >= 0 ? Activity.ACTIVE : Activity.ABSENT;
    }
  }

  /**
   * Several conditions.
   *
   * @param decisive the activity of one guard that decides alone: with "all" a guard that does not
   *     hold, with "any" one that does
   */
  private record Several(Guard[] of, Activity decisive) implements Guard {
    @Override
    public Activity of(long[] index) {
      Activity otherwise = decisive == Activity.ACTIVE ? Activity.ABSENT : Activity.ACTIVE;
      for (Guard guard : of) {
        Activity one = guard.of(index);
        if (one == decisive) {
          return one;
        }
        otherwise = one == Activity.OPEN ? one : otherwise;
      }
      return otherwise;
    }
  }

  private record Clause(int[] parameters, long[][] values) {
    static Clause of(
        Forbidden forbidden,
        Map<String, Integer> indexByName,
        Domain[] domains,
        boolean[] referred) {
      int[] parameters = forbidden.values().keySet().stream().mapToInt(indexByName::get).toArray();
      long[][] values = new long[parameters.length][];
      int k = 0;
      for (List<Object> list : forbidden.values().values()) {
        referred[parameters[k]] = true;
        values[k] = indices(list, domains[parameters[k]]);
        k++;
      }
      return new Clause(parameters, values);
    }

    boolean matches(long[] index) {
      for (int k = 0; k < parameters.length; k++) {
        long value = index[parameters[k]];
        if (value < 0 || Arrays.binarySearch(values[k], value) < 0) {
          return false;
        }
      }
      return true;
    }
  }
}
