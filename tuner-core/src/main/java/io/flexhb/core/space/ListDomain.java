package io.flexhb.core.space;

import java.util.List;
import java.util.stream.Collectors;

/** Listed values: choices without order (nominal), or ordered ones encoded like integers. */
record ListDomain(List<? extends Object> values, boolean nominal) implements Domain {

  @Override
  public long size() {
    return values.size();
  }

  @Override
  public Object valueAt(long index) {
    return values.get((int) index);
  }

  @Override
  public long indexOf(Object value) {
    return values.indexOf(coerce(value));
  }

  @Override
  public long indexAtUnit(double u) {
    return Math.min(size() - 1, (long) (u * size()));
  }

  @Override
  public double encode(Object value) {
    return encodeIndex(values.indexOf(value));
  }

  @Override
  public double encodeUnit(double u) {
    return encodeIndex(indexAtUnit(u));
  }

  @Override
  public Object decode(double x) {
    return nominal ? valueAt((long) x) : fromUnit(x);
  }

  @Override
  public double inactive() {
    return nominal ? values.size() : -1;
  }

  @Override
  public boolean contains(Object value) {
    return values.contains(value);
  }

  @Override
  public Object coerce(Object value) {
    if (values.contains(value)) {
      return value; // not the text '1' where there is the number too
    }
    for (Object own : values) {
      if (Values.same(own, value) || own instanceof String && own.equals(String.valueOf(value))) {
        return own;
      }
    }
    return value;
  }

  @Override
  public String expectation() {
    return "one of " + values.stream().map(Values::shown).collect(Collectors.joining(", "));
  }

  private double encodeIndex(long index) {
    return nominal ? index : (index + 0.5) / values.size();
  }
}
