package io.flexhb.core.space;

import java.util.List;

/** The values of one parameter with their numeric forms, for the computations of the space. */
sealed interface Domain
    permits ContinuousDomain, LatticeDomain, IntegerDomain, LogGridDomain, ListDomain {

  /** Number of values; 0 = a continuum. */
  long size();

  /** The value at an index 0 .. size-1; finite domains only. */
  Object valueAt(long index);

  /** The index of a value, -1 when it is not in this domain; finite domains only. */
  long indexOf(Object value);

  /** The value for a uniform number in [0, 1). */
  default Object fromUnit(double u) {
    return valueAt(indexAtUnit(u));
  }

  /** The index for a uniform number; finite domains only. */
  long indexAtUnit(double u);

  /** The surrogate's input for a value of this domain. */
  double encode(Object value);

  /** {@code encode(fromUnit(u))} without the value. */
  default double encodeUnit(double u) {
    return encode(fromUnit(u));
  }

  /** The nearest value to a surrogate's input; inverse of encode. */
  default Object decode(double x) {
    return fromUnit(x);
  }

  /** The surrogate's input when the parameter does not exist. */
  default double inactive() {
    return -1;
  }

  /** Whether the encoding is a category index, without order. */
  default boolean nominal() {
    return false;
  }

  /** Whether this is one of the domain's values, in the domain's type. */
  boolean contains(Object value);

  /** The domain's own form of a normalised value, or the value itself when it does not fit. */
  Object coerce(Object value);

  /** The expected values, for messages: "a number from 0 to 1". */
  String expectation();

  static Domain of(Parameter parameter) {
    if (parameter instanceof DoubleParameter p) {
      if (p.step().isEmpty()) {
        return new ContinuousDomain(p.low(), p.high(), p.log());
      }
      LatticeDomain grid = new LatticeDomain(p.low(), p.high(), p.step().get());
      return p.log() ? new LogGridDomain(grid, p.low(), p.step().get()) : grid;
    }
    if (parameter instanceof IntParameter p) {
      return p.log() && p.step() > 1
          ? new LogGridDomain(
              new IntegerDomain(p.low(), p.high(), false, p.step()), p.low(), p.step())
          : new IntegerDomain(p.low(), p.high(), p.log(), p.step());
    }
    if (parameter instanceof ConstantParameter p) {
      return new ListDomain(List.of(p.value()), true);
    }
    if (parameter instanceof CategoricalParameter p) {
      return new ListDomain(p.choices(), true);
    }
    if (parameter instanceof OrdinalParameter p) {
      return new ListDomain(p.values(), false);
    }
    return new ListDomain(List.of(false, true), true);
  }
}
