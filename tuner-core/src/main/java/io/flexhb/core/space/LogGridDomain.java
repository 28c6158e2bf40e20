package io.flexhb.core.space;

/**
 * Numbers at equal distances on a logarithmic scale: each owns the part of the scale that is nearer
 * to it than to any other. The first owns as much below it as above, on that scale.
 *
 * @param grid the values, on a linear scale
 * @param low the first of them, above 0
 * @param step their distance
 */
record LogGridDomain(Domain grid, double low, double step) implements Domain {

  @Override
  public long size() {
    return grid.size();
  }

  @Override
  public Object valueAt(long index) {
    return grid.valueAt(index);
  }

  @Override
  public long indexOf(Object value) {
    return grid.indexOf(value);
  }

  @Override
  public long indexAtUnit(double u) {
    double value = StrictMath.exp((1 - u) * logBelow() + u * logAbove());
    return Math.max(0, Math.min(size() - 1, Math.round((value - low) / step)));
  }

  @Override
  public double encode(Object value) {
    double v = ((Number) value).doubleValue();
    return (StrictMath.log(v) - logBelow()) / (logAbove() - logBelow());
  }

  @Override
  public boolean contains(Object value) {
    return grid.contains(value);
  }

  @Override
  public Object coerce(Object value) {
    return grid.coerce(value);
  }

  @Override
  public String expectation() {
    return grid.expectation();
  }

  private double logBelow() {
    return 2 * StrictMath.log(low) - StrictMath.log(low + step / 2);
  }

  private double logAbove() {
    return StrictMath.log(low + (size() - 1) * step + step / 2);
  }
}
