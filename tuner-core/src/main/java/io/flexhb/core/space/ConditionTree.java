package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The configurations of a space in which each parameter depends on at most one other, and nothing
 * is forbidden: counted without enumerating them.
 */
final class ConditionTree implements Enumeration {
  /** Marks a count that is infinite or larger than a long. */
  private static final long UNCOUNTABLE = -1;

  private final Domain[] domains;
  private final int[] parent;
  private final long[][] activating; // indices of the parent's values, ascending
  private final int[][] children;
  private final int[] roots;
  private final long[][] special; // own indices that some child's condition names, ascending
  private final long[][] specialCounts; // configurations below each of them
  private final long[] counts;

  ConditionTree(List<Parameter> parameters, Domain[] domains) {
    int d = parameters.size();
    this.domains = domains;
    this.parent = new int[d];
    this.activating = new long[d][];
    Map<String, Integer> indexByName = new HashMap<>();
    for (int i = 0; i < d; i++) {
      indexByName.put(parameters.get(i).name(), i);
    }
    List<List<Integer>> below = new ArrayList<>();
    List<Integer> top = new ArrayList<>();
    for (int i = 0; i < d; i++) {
      below.add(new ArrayList<>());
    }
    for (int i = 0; i < d; i++) {
      int child = i;
      Optional<Condition.Is> condition =
          parameters.get(i).activeWhen().map(c -> (Condition.Is) c); // see isTree
      parent[i] = condition.map(c -> indexByName.get(c.parameter())).orElse(-1);
      if (parent[i] < 0) {
        top.add(i);
        activating[i] = new long[0];
      } else {
        below.get(parent[i]).add(i);
        activating[i] =
            condition.orElseThrow().values().stream()
                .mapToLong(domains[parent[child]]::indexOf)
                .sorted()
                .distinct()
                .toArray();
      }
    }
    this.children = below.stream().map(ConditionTree::toArray).toArray(int[][]::new);
    this.roots = toArray(top);
    int[] order = breadthFirst();
    this.special = new long[d][];
    this.specialCounts = new long[d][];
    this.counts = new long[d];
    for (int k = d - 1; k >= 0; k--) {
      count(order[k]);
    }
  }

  /** Whether each parameter depends on at most one other. */
  static boolean isTree(List<Parameter> parameters) {
    return parameters.stream()
        .flatMap(p -> p.activeWhen().stream())
        .allMatch(Condition.Is.class::isInstance);
  }

  private boolean activates(int i, long parentIndex) {
    return Arrays.binarySearch(activating[i], parentIndex) >= 0;
  }

  @Override
  public OptionalLong cardinality() {
    long count = product(roots);
    return count == UNCOUNTABLE ? OptionalLong.empty() : OptionalLong.of(count);
  }

  @Override
  public long[] enumerate(long index) {
    long[] chosen = new long[domains.length];
    Arrays.fill(chosen, Constraints.INACTIVE);
    distribute(roots, index, chosen);
    return chosen;
  }

  private void distribute(int[] parameters, long index, long[] chosen) {
    long rest = index;
    for (int k = parameters.length - 1; k >= 0; k--) {
      int i = parameters[k];
      place(i, rest % counts[i], chosen);
      rest /= counts[i];
    }
  }

  /** Walks over a parameter's values; those without children count one each. */
  private void place(int i, long index, long[] chosen) {
    long value = 0;
    long rest = index;
    for (int k = 0; k < special[i].length; k++) {
      long plain = special[i][k] - value;
      if (rest < plain) {
        break;
      }
      rest -= plain;
      value = special[i][k];
      if (rest < specialCounts[i][k]) {
        chosen[i] = value;
        distribute(activeChildren(i, value), rest, chosen);
        return;
      }
      rest -= specialCounts[i][k];
      value++;
    }
    chosen[i] = value + rest;
  }

  private void count(int i) {
    TreeSet<Long> named = new TreeSet<>();
    for (int child : children[i]) {
      for (long index : activating[child]) {
        named.add(index);
      }
    }
    special[i] = named.stream().mapToLong(Long::longValue).toArray();
    specialCounts[i] = new long[special[i].length];
    long total = domains[i].size() == 0 ? UNCOUNTABLE : domains[i].size() - special[i].length;
    for (int k = 0; k < special[i].length; k++) {
      specialCounts[i][k] = product(activeChildren(i, special[i][k]));
      total = sum(total, specialCounts[i][k]);
    }
    counts[i] = total;
  }

  private int[] activeChildren(int i, long value) {
    return Arrays.stream(children[i]).filter(child -> activates(child, value)).toArray();
  }

  private long product(int[] parameters) {
    long result = 1;
    for (int i : parameters) {
      if (counts[i] == UNCOUNTABLE || Math.multiplyHigh(result, counts[i]) != 0) {
        return UNCOUNTABLE;
      }
      result *= counts[i];
      if (result < 0) {
        return UNCOUNTABLE;
      }
    }
    return result;
  }

  private static long sum(long a, long b) {
    return a == UNCOUNTABLE || b == UNCOUNTABLE || a + b < 0 ? UNCOUNTABLE : a + b;
  }

  private int[] breadthFirst() {
    int[] queue = Arrays.copyOf(roots, domains.length);
    int size = roots.length;
    for (int k = 0; k < size; k++) {
      for (int child : children[queue[k]]) {
        queue[size++] = child;
      }
    }
    return queue;
  }

  private static int[] toArray(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }
}
