package io.flexhb.core.space;

/**
 * Encodes configurations as number arrays for the surrogates, with one entry per parameter in
 * declared order.
 *
 * <p>Numbers are scaled to [0, 1], on the log scale where the parameter has one; integers, stepped
 * and ordinal values sit in the middle of intervals of equal length. Categories and booleans are
 * their index. A parameter that does not exist is -1, or for categories one extra category.
 */
public final class Encoder {
  private final SearchSpace space;

  /** The encoder of this space. */
  public Encoder(SearchSpace space) {
    this.space = space;
  }

  /** Length of every encoded array. */
  public int dimensions() {
    return space.dimensions();
  }

  /**
   * The numeric form of a configuration.
   *
   * @throws IllegalArgumentException when it is not one of this space (see {@link
   *     SearchSpace#check})
   */
  public double[] encode(Configuration configuration) {
    Domain[] domains = space.domains();
    double[] x = new double[domains.length];
    int used = 0;
    for (int i = 0; i < x.length; i++) {
      Object value = configuration.values().get(space.parameters().get(i).name());
      if (value == null) {
        x[i] = domains[i].inactive();
      } else {
        if (!domains[i].contains(value)) {
          throw notOfThisSpace(configuration);
        }
        x[i] = domains[i].encode(value);
        used++;
      }
    }
    if (used < configuration.values().size()) {
      throw notOfThisSpace(configuration);
    }
    return x;
  }

  /** {@code encode(space.fromUnit(u))} without making the configuration. */
  public double[] encodeUnit(double[] u) {
    space.checkLength(u);
    Domain[] domains = space.domains();
    Constraints constraints = space.constraints();
    double[] x = new double[u.length];
    long[] index = new long[u.length];
    for (int i : constraints.order()) {
      if (constraints.activity(i, index) == Constraints.Activity.ACTIVE) {
        index[i] = constraints.isReferred(i) ? domains[i].indexAtUnit(u[i]) : 0;
        x[i] = domains[i].encodeUnit(u[i]);
      } else {
        index[i] = Constraints.INACTIVE;
        x[i] = domains[i].inactive();
      }
    }
    return x;
  }

  /** Whether an encoded configuration has a forbidden combination. */
  public boolean isForbidden(double[] x) {
    Constraints constraints = space.constraints();
    if (!constraints.forbidsAny()) {
      return false;
    }
    Domain[] domains = space.domains();
    long[] index = new long[x.length];
    for (int i = 0; i < x.length; i++) {
      boolean isThere = domains[i].nominal() ? x[i] < domains[i].size() : x[i] >= 0;
      index[i] =
          !isThere ? Constraints.INACTIVE : constraints.isReferred(i) ? index(domains[i], x[i]) : 0;
    }
    return constraints.forbidden(index) >= 0;
  }

  /**
   * The configuration nearest to an encoded point. The coordinate of an active parameter must be in
   * [0, 1], or a category index.
   */
  public Configuration decode(double[] x) {
    space.checkLength(x);
    Domain[] domains = space.domains();
    return space.build(i -> domains[i].decode(x[i]));
  }

  /**
   * {@code encode(decode(x))} without making the configuration: integers and steps are put in the
   * middle of their interval, parameters that do not exist marked.
   */
  public double[] settle(double[] x) {
    space.checkLength(x);
    Domain[] domains = space.domains();
    Constraints constraints = space.constraints();
    double[] settled = new double[x.length];
    long[] index = new long[x.length];
    for (int i : constraints.order()) {
      if (constraints.activity(i, index) == Constraints.Activity.ACTIVE) {
        index[i] = constraints.isReferred(i) ? index(domains[i], x[i]) : 0;
        settled[i] = domains[i].nominal() ? x[i] : domains[i].encodeUnit(x[i]);
      } else {
        index[i] = Constraints.INACTIVE;
        settled[i] = domains[i].inactive();
      }
    }
    return settled;
  }

  private static long index(Domain domain, double x) {
    return domain.nominal() ? (long) x : domain.indexAtUnit(x);
  }

  /** Which entries are category indices without order. */
  public boolean[] nominal() {
    Domain[] domains = space.domains();
    boolean[] nominal = new boolean[domains.length];
    for (int i = 0; i < nominal.length; i++) {
      nominal[i] = domains[i].nominal();
    }
    return nominal;
  }

  /**
   * Number of values an entry can take while its parameter exists; 0 = a continuum. The category
   * index of a parameter that does not exist is this number.
   */
  public long[] sizes() {
    Domain[] domains = space.domains();
    long[] sizes = new long[domains.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = domains[i].size();
    }
    return sizes;
  }

  private static IllegalArgumentException notOfThisSpace(Configuration configuration) {
    return new IllegalArgumentException(
        "not a configuration of this search space: " + configuration);
  }
}
