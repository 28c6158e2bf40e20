package io.flexhb.standalone.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the checks of one incarnation have found. */
final class Findings {

  private final String study;
  private final String incarnation;
  private final Map<Promise, Long> held = new EnumMap<>(Promise.class);
  private final Map<Promise, Map<Hidden, Long>> hidden = new EnumMap<>(Promise.class);
  private final List<Breach> breaches = new ArrayList<>();

  Findings(String study, String incarnation) {
    this.study = study;
    this.incarnation = incarnation;
  }

  void holds(Promise promise) {
    held.merge(promise, 1L, Long::sum);
  }

  void hidden(Promise promise, Hidden why) {
    hidden.computeIfAbsent(promise, p -> new EnumMap<>(Hidden.class)).merge(why, 1L, Long::sum);
  }

  void broken(Promise promise, String at, String text) {
    breaches.add(new Breach(promise, study, incarnation, at, text));
  }

  Map<Promise, Long> held() {
    return held;
  }

  Map<Promise, Map<Hidden, Long>> hidden() {
    return hidden;
  }

  List<Breach> breaches() {
    return breaches;
  }
}
