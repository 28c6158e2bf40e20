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

  /** Studies, those made anew under a name counted anew. */
  public int incarnations() {
    return incarnations;
  }

  /** How many things are as promised. */
  public long held(Guarantee promise) {
    return held.getOrDefault(promise, 0L);
  }

  /** How many things cannot be told any more, and why. */
  public Map<Unverifiable, Long> hidden(Guarantee promise) {
    return hidden.getOrDefault(promise, Map.of());
  }

  /** What is not as promised, in the order found; the first of each incarnation and promise. */
  public List<Breach> breaches() {
    return List.copyOf(breaches);
  }
}
