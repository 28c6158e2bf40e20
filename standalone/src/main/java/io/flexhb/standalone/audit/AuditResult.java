package io.flexhb.standalone.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What an audit has found. */
public final class AuditResult {

  private final Map<Guarantee, Long> held = new EnumMap<>(Guarantee.class);
  private final Map<Guarantee, Map<Unverifiable, Long>> hidden = new EnumMap<>(Guarantee.class);
  private final List<Breach> breaches = new ArrayList<>();
  private long decisions;
  private int incarnations;

  void decisions(long more) {
    decisions += more;
  }

  void incarnations(int more) {
    incarnations += more;
  }

  void add(Findings findings) {
    findings.held().forEach((promise, count) -> held.merge(promise, count, Long::sum));
    findings.hidden().forEach((promise, why) -> why.forEach((w, n) -> hidden(promise, w, n)));
    breaches.addAll(findings.breaches());
  }

  void hidden(Guarantee promise, Unverifiable why, long count) {
    hidden
        .computeIfAbsent(promise, p -> new EnumMap<>(Unverifiable.class))
        .merge(why, count, Long::sum);
  }

  void broken(Breach breach) {
    breaches.add(breach);
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
  public long held(Guarantee promise) {
    return held.getOrDefault(promise, 0L);
  }

  /** The number of items that can no longer be checked, by reason. */
  public Map<Unverifiable, Long> hidden(Guarantee promise) {
    return hidden.getOrDefault(promise, Map.of());
  }

  /** The breaches in the order found; only the first of each incarnation and guarantee. */
  public List<Breach> breaches() {
    return List.copyOf(breaches);
  }
}
