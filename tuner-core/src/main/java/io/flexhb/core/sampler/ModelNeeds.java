package io.flexhb.core.sampler;

/**
 * What a sampler's model needs, in counts that are known without looking at a value: where they are
 * not met it would only draw at random.
 *
 * @param atOneLevel values at some rung level
 * @param atFull values at the largest resource
 * @param lowerLevels whether values below the largest resource matter
 */
public record ModelNeeds(int atOneLevel, int atFull, boolean lowerLevels) {

  /** Of models of several fidelities. */
  static ModelNeeds ofFidelities() {
    return new ModelNeeds(3, 1, true);
  }

  /** Of a model of full-fidelity values. */
  static ModelNeeds ofFullFidelity() {
    return new ModelNeeds(3, 3, false);
  }

  /**
   * Whether there may be a model.
   *
   * @param most values at the rung level that has the most
   * @param full values at the largest resource
   */
  public boolean metBy(int most, int full) {
    return most >= atOneLevel && full >= atFull;
  }

  @Override
  public String toString() {
    return lowerLevels
        ? atOneLevel + " values at one level and " + atFull + " at full fidelity"
        : atFull + " values at full fidelity";
  }
}
