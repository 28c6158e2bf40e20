package io.flexhb.core.space;

/** All reals from low to high, on a linear or logarithmic scale. */
record ContinuousDomain(double low, double high, boolean log) implements Domain {

  @Override
  public long size() {
    return 0;
  }

  @Override
  public Object valueAt(long index) {
    throw new UnsupportedOperationException("a continuum has no index");
  }

  @Override
  public long indexOf(Object value) {
    throw new UnsupportedOperationException("a continuum has no index");
  }

  @Override
  public long indexAtUnit(double u) {
    throw new UnsupportedOperationException("a continuum has no index");
  }

  @Override
  public Object fromUnit(double u) {
    // Both ends weighted, so that high - low cannot overflow.
    double value =
        log
            ? StrictMath.exp((1 - u) * StrictMath.log(low) + u * StrictMath.log(high))
            : (1 - u) * low + u * high;
    return Values.withoutNegativeZero(Math.min(high, Math.max(low, value)));
  }

  @Override
  public double encode(Object value) {
    double v = (Double) value;
    if (low == high) {
      return 0.5;
    }
    double x =
        log
            ? (StrictMath.log(v) - StrictMath.log(low))
                / (StrictMath.log(high) - StrictMath.log(low))
            : (v / 2 - low / 2) / (high / 2 - low / 2);
    return Math.min(1, Math.max(0, x));
  }

  @Override
  public double encodeUnit(double u) {
    return low == high ? 0.5 : u;
  }

  @Override
  public boolean contains(Object value) {
    return value instanceof Double v && v >= low && v <= high;
  }

  @Override
  public Object coerce(Object value) {
    return value instanceof Long n ? (Object) n.doubleValue() : value;
  }

  @Override
  public String expectation() {
    return "a number from " + low + " to " + high;
  }
}
