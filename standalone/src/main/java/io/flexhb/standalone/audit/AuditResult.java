package io.flexhb.standalone.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What an audit has found. */
public final class AuditResult {

  private final Map<Guarantee, Long> verified = new EnumMap<>(Guarantee.class);
  private final Map<Guarantee, Map<Unverifiable, Long>> unverifiable =
      new EnumMap<>(Guarantee.class);
  private final List<Violation> violations = new ArrayList<>();
  private long decisions;
  private int incarnations;

  void decisions(long more) {
    decisions += more;
  }

  void incarnations(int more) {
    incarnations += more;
  }

  void add(Findings findings) {
    findings.verified().forEach((guarantee, count) -> verified.merge(guarantee, count, Long::sum));
    findings
        .unverifiable()
        .forEach((guarantee, why) -> why.forEach((w, n) -> unverifiable(guarantee, w, n)));
    violations.addAll(findings.violations());
  }

  void unverifiable(Guarantee guarantee, Unverifiable why, long count) {
    unverifiable
        .computeIfAbsent(guarantee, g -> new EnumMap<>(Unverifiable.class))
        .merge(why, count, Long::sum);
  }

  void violated(Violation violation) {
    violations.add(violation);
  }

  /** Decisions in the journals. */
  public long decisions() {
    return decisions;
  }

  /** Incarnations of studies: a study created again under the same name counts again. */
  public int incarnations() {
    return incarnations;
  }

  /** The number of items for which the guarantee holds. */
  public long verified(Guarantee guarantee) {
    return verified.getOrDefault(guarantee, 0L);
  }

  /** The number of items that can no longer be checked, by reason. */
  public Map<Unverifiable, Long> unverifiable(Guarantee guarantee) {
    return unverifiable.getOrDefault(guarantee, Map.of());
  }

  /** The violations in the order found; only the first of each incarnation and guarantee. */
  public List<Violation> violations() {
    return List.copyOf(violations);
  }
}
