package io.flexhb.core.surrogate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import smile.base.cart.NominalNode;
import smile.base.cart.OrdinalNode;
import smile.math.MathEx;
import smile.math.Random;

/**
 * The three things of Smile 2.6 that this package needs and Smile keeps private.
 *
 * <p>The split values, to flatten a tree. And the random generator of the thread: {@code
 * MathEx.setSeed} keeps every seed forever in a hash set that is not thread-safe, so a tuner that
 * seeds each forest would leak and race.
 */
final class SmileInternals {
  private static final VarHandle THRESHOLD;
  private static final VarHandle CATEGORY;
  private static final VarHandle THREAD_RANDOM;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      THRESHOLD =
          MethodHandles.privateLookupIn(OrdinalNode.class, here)
              .findVarHandle(OrdinalNode.class, "value", double.class);
      CATEGORY =
          MethodHandles.privateLookupIn(NominalNode.class, here)
              .findVarHandle(NominalNode.class, "value", int.class);
      THREAD_RANDOM =
          MethodHandles.privateLookupIn(MathEx.class, here)
              .findStaticVarHandle(MathEx.class, "random", ThreadLocal.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(
          new IllegalStateException("smile-core must be version 2.6.0; fix the dependency", e));
    }
  }

  private SmileInternals() {}

  /** Samples with a value up to this go to the true child. */
  static double threshold(OrdinalNode node) {
    return (double) THRESHOLD.get(node);
  }

  /** Samples of this category go to the true child. */
  static int category(NominalNode node) {
    return (int) CATEGORY.get(node);
  }

  /**
   * Runs the action with a freshly seeded generator on this thread, and removes the generator
   * afterwards.
   */
  @SuppressWarnings("unchecked")
  static <T> T seeded(long seed, Supplier<T> action) {
    ThreadLocal<Random> random = (ThreadLocal<Random>) THREAD_RANDOM.get();
    random.set(new Random(seed));
    try {
      return action.get();
    } finally {
      random.remove();
    }
  }
}
