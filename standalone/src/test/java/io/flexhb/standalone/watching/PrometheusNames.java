package io.flexhb.standalone.watching;

import io.micrometer.core.instrument.Meter;

/** Names of meters as a scrape shows them. */
final class PrometheusNames {

  private PrometheusNames() {}

  static String of(Meter meter) {
    String name = meter.getId().getName().replace('.', '_');
    String unit = meter.getId().getBaseUnit();
    return switch (meter.getId().getType()) {
      case COUNTER -> name + "_total";
      case TIMER -> name + "_seconds";
      default -> unit == null || name.endsWith(unit) ? name : name + "_" + unit;
    };
  }
}
