package io.flexhb.core.sampler;

/**
 * The numbers of values that a sampler's model needs: if they are not met, it would only draw at
 * random.
 *
 * @param atOneLevel values at some rung level
 * @param atFull values at the largest resource
 * @param withoutFull values at some rung level that replace missing ones at the largest resource;
 *     {@link #NOTHING} if none can
 * @param lowerLevels whether values below the largest resource matter
 */
public record ModelNeeds(int atOneLevel, int atFull, int withoutFull, boolean lowerLevels) {
  /** More values than there can ever be. */
  static final int NOTHING = Integer.MAX_VALUE;

  /**
   * The needs of multi-fidelity models: before the first value at the largest resource they target
   * the highest level with enough values.
   */
  static ModelNeeds ofFidelities(int dimensions) {
    return new ModelNeeds(3, 1, enough(dimensions), true);
  }

  /**
   * Number of values at one level that is enough for a model of that many dimensions, when there
   * are none at higher levels: as many as BOHB requires.
   */
  static int enough(int dimensions) {
    return 2 * dimensions + 2;
  }

  /** The needs of a model of full-fidelity values. */
  static ModelNeeds ofFullFidelity() {
    return new ModelNeeds(3, 3, NOTHING, false);
  }

  /**
   * Whether there can be a model.
   *
   * @param most values at the rung level with the most
   * @param full values at the largest resource
   */
  public boolean metBy(int most, int full) {
    return most >= withoutFull || most >= atOneLevel && full >= atFull;
  }

  @Override
  public String toString() {
    String full = atFull + " values at full fidelity";
    if (!lowerLevels) {
      return full;
    }
    String ordinary = atOneLevel + " values at one level and " + atFull + " at full fidelity";
    return withoutFull == NOTHING ? ordinary : withoutFull + " values at one level, or " + ordinary;
  }
}
