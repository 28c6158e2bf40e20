package io.flexhb.standalone.cli.output;

import io.flexhb.avro.Configuration;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.space.JsonText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats values as text for people. */
public final class ValueFormat {
  private static final MathContext DIGITS = new MathContext(6);

  private ValueFormat() {}

  /** Six significant digits. */
  public static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    boolean plain = rounded.signum() == 0 || Math.abs(Math.log10(Math.abs(value))) < 7;
    return plain ? rounded.toPlainString() : rounded.toString();
  }

  /** {@code lr=0.01 units=32}, by name. */
  public static String configuration(Configuration configuration) {
    return values(ConfigurationCodec.tree(configuration));
  }

  /** {@code acc=0.9 loss=0.1}, by name. */
  public static String values(Map<String, ?> values) {
    return new TreeMap<String, Object>(values)
        .entrySet().stream()
            .map(e -> e.getKey() + "=" + value(e.getValue()))
            .collect(Collectors.joining(" "));
  }

  /** {@code @1 40 @3 38}: the count at each level. */
  public static String counts(SortedMap<Long, Integer> byLevel, ResourceStep step) {
    return byLevel.isEmpty()
        ? "none"
        : byLevel.entrySet().stream()
            .map(e -> "@" + step.text(e.getKey()) + " " + e.getValue())
            .collect(Collectors.joining("  "));
  }

  public static String value(Object value) {
    return value instanceof Double number ? number(number) : exact(value);
  }

  /** A value with all digits; null and lists as JSON. */
  public static String exact(Object value) {
    return JsonText.isFor(value) ? JsonText.of(value).text() : String.valueOf(value);
  }

  /** A rounded duration: 950ms, 12.3s, 4m05s, 1h02m; {@code -} for none. */
  public static String duration(Duration time) {
    if (time.isZero()) {
      return "-";
    }
    if (time.toSeconds() < 1) {
      return time.toMillis() + "ms";
    }
    if (time.toMinutes() < 1) {
      return time.toMillis() / 100 / 10.0 + "s";
    }
    return time.toHours() < 1
        ? "%dm%02ds".formatted(time.toMinutes(), time.toSecondsPart())
        : "%dh%02dm".formatted(time.toHours(), time.toMinutesPart());
  }
}
