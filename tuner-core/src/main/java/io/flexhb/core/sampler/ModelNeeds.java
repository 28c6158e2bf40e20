package io.flexhb.core.sampler;

/**
 * What a sampler's model needs, in counts that are known without looking at a value: where they are
 * not met it would only draw at random.
 *
 * @param atOneLevel values at some rung level
 * @param atFull values at the largest resource
 * @param instead values at some rung level that make up for those missing at the largest resource;
 *     none do when it is {@link #NOTHING}
 * @param lowerLevels whether values below the largest resource matter
 */
public record ModelNeeds(int atOneLevel, int atFull, int instead, boolean lowerLevels) {
  /** More values than there ever are. */
  static final int NOTHING = Integer.MAX_VALUE;

  /**
   * Of models of several fidelities: before the first value at the largest resource they aim at the
   * highest level that has enough.
   */
  static ModelNeeds ofFidelities(int dimensions) {
    return new ModelNeeds(3, 1, enough(dimensions), true);
  }

  /**
   * Values at one level that a model of as many dimensions can do with, when there are none at
   * higher levels: as many as BOHB asks for.
   */
  static int enough(int dimensions) {
    return 2 * dimensions + 2;
  }

  /** Of a model of full-fidelity values. */
  static ModelNeeds ofFullFidelity() {
    return new ModelNeeds(3, 3, NOTHING, false);
  }

  /**
   * Whether there may be a model.
   *
   * @param most values at the rung level that has the most
   * @param full values at the largest resource
   */
  public boolean metBy(int most, int full) {
    return most >= instead || most >= atOneLevel && full >= atFull;
  }

  @Override
  public String toString() {
    String full = atFull + " values at full fidelity";
    if (!lowerLevels) {
      return full;
    }
    String ordinary = atOneLevel + " values at one level and " + atFull + " at full fidelity";
    return instead == NOTHING ? ordinary : instead + " values at one level, or " + ordinary;
  }
}
