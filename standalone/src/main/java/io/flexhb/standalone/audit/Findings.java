package io.flexhb.standalone.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the checks of one incarnation have found. */
final class Findings {

  private final String study;
  private final String incarnation;
  private final Map<Guarantee, Long> held = new EnumMap<>(Guarantee.class);
  private final Map<Guarantee, Map<Unverifiable, Long>> hidden = new EnumMap<>(Guarantee.class);
  private final List<Breach> breaches = new ArrayList<>();

  Findings(String study, String incarnation) {
    this.study = study;
    this.incarnation = incarnation;
  }

  void holds(Guarantee promise) {
    held.merge(promise, 1L, Long::sum);
  }

  void hidden(Guarantee promise, Unverifiable why) {
    hidden
        .computeIfAbsent(promise, p -> new EnumMap<>(Unverifiable.class))
        .merge(why, 1L, Long::sum);
  }

  void broken(Guarantee promise, String at, String text) {
    breaches.add(new Breach(promise, study, incarnation, at, text));
  }

  Map<Guarantee, Long> held() {
    return held;
  }

  Map<Guarantee, Map<Unverifiable, Long>> hidden() {
    return hidden;
  }

  List<Breach> breaches() {
    return breaches;
  }
}
