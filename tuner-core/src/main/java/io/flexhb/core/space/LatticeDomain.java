package io.flexhb.core.space;

import java.math.BigDecimal;
import java.math.MathContext;

/** Reals at equal distances: low, low + step, low + 2 step ... up to high. */
record LatticeDomain(double low, double high, double step) implements Domain {
  /** Relative slack, so that 0.1 steps reach 0.3 although binary fractions do not. */
  private static final double SLACK = 1e-9;

  private static final MathContext SHORT = new MathContext(15);

  @Override
  public long size() {
    return (long) Math.floor((high - low) / step + SLACK) + 1;
  }

  @Override
  public Object valueAt(long index) {
    // Rounded to 15 digits: the grid value 0.3 is 0.3, not 0.30000000000000004.
    return Values.withoutNegativeZero(
        new BigDecimal(low + index * step).round(SHORT).doubleValue());
  }

  @Override
  public long indexOf(Object value) {
    return coerce(value) instanceof Double v && onGrid(v) ? nearest(v) : -1;
  }

  @Override
  public long indexAtUnit(double u) {
    return Math.min(size() - 1, (long) (u * size()));
  }

  @Override
  public double encode(Object value) {
    return (nearest((Double) value) + 0.5) / size();
  }

  @Override
  public double encodeUnit(double u) {
    return (indexAtUnit(u) + 0.5) / size();
  }

  @Override
  public boolean contains(Object value) {
    return value instanceof Double v && onGrid(v);
  }

  @Override
  public Object coerce(Object value) {
    Object number = value instanceof Long n ? (Object) n.doubleValue() : value;
    return number instanceof Double v && onGrid(v) ? valueAt(nearest(v)) : number;
  }

  @Override
  public String expectation() {
    return "a number from " + low + " to " + high + " in steps of " + step;
  }

  private boolean onGrid(double value) {
    double steps = (value - low) / step;
    return steps > -SLACK
        && steps < size() - 1 + 1e-6
        && Math.abs(steps - Math.rint(steps)) <= Math.max(SLACK, 4 * Math.ulp(steps));
  }

  private long nearest(double value) {
    return Math.max(0, Math.min(size() - 1, Math.round((value - low) / step)));
  }
}
