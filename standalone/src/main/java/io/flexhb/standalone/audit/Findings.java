package io.flexhb.standalone.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the checks of one incarnation have found. */
final class Findings {

  private final String study;
  private final String incarnation;
  private final Map<Guarantee, Long> verified = new EnumMap<>(Guarantee.class);
  private final Map<Guarantee, Map<Unverifiable, Long>> unverifiable =
      new EnumMap<>(Guarantee.class);
  private final List<Violation> violations = new ArrayList<>();

  Findings(String study, String incarnation) {
    this.study = study;
    this.incarnation = incarnation;
  }

  void verified(Guarantee guarantee) {
    verified.merge(guarantee, 1L, Long::sum);
  }

  void unverifiable(Guarantee guarantee, Unverifiable why) {
    unverifiable
        .computeIfAbsent(guarantee, g -> new EnumMap<>(Unverifiable.class))
        .merge(why, 1L, Long::sum);
  }

  void violated(Guarantee guarantee, String at, String message) {
    violations.add(new Violation(guarantee, study, incarnation, at, message));
  }

  Map<Guarantee, Long> verified() {
    return verified;
  }

  Map<Guarantee, Map<Unverifiable, Long>> unverifiable() {
    return unverifiable;
  }

  List<Violation> violations() {
    return violations;
  }
}
