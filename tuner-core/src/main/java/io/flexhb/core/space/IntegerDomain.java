package io.flexhb.core.space;

/**
 * Integers at equal distances. In the encoding each owns an interval of equal length (half a step
 * to either side), so that the ends are as likely as the others.
 */
record IntegerDomain(long low, long high, boolean log, long step) implements Domain {

  @Override
  public long size() {
    return (high - low) / step + 1;
  }

  @Override
  public Object valueAt(long index) {
    return low + index * step;
  }

  @Override
  public long indexOf(Object value) {
    return contains(coerce(value)) ? ((Long) coerce(value) - low) / step : -1;
  }

  @Override
  public long indexAtUnit(double u) {
    if (log) {
      double value = StrictMath.exp((1 - u) * logBelow() + u * logAbove());
      return Math.min(high, Math.max(low, Math.round(value))) - low;
    }
    return Math.min(size() - 1, (long) (u * size()));
  }

  @Override
  public double encode(Object value) {
    long v = (Long) value;
    if (log) {
      return (StrictMath.log(v) - logBelow()) / (logAbove() - logBelow());
    }
    return ((v - low) / step + 0.5) / size();
  }

  @Override
  public boolean contains(Object value) {
    return value instanceof Long v && v >= low && v <= high && (v - low) % step == 0;
  }

  @Override
  public Object coerce(Object value) {
    boolean whole =
        value instanceof Double v && v == Math.rint(v) && Math.abs(v) <= Values.MAX_EXACT;
    return whole ? (Object) ((Double) value).longValue() : value;
  }

  @Override
  public String expectation() {
    String range = "an integer from " + low + " to " + high;
    return step == 1 ? range : range + " in steps of " + step;
  }

  private double logBelow() {
    return StrictMath.log(low - 0.5);
  }

  private double logAbove() {
    return StrictMath.log(high + 0.5);
  }
}
