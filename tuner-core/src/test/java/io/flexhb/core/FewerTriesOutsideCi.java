package io.flexhb.core;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.Store;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * All tries of a property in CI, one in ten elsewhere. Each run draws others, so that many short
 * runs see as much as a long one.
 */
public final class FewerTriesOutsideCi implements AroundTryHook {
  private static final int PART = 10;

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.DIRECT_DESCENDANTS;
  }

  @Override
  public TryExecutionResult aroundTry(
      TryLifecycleContext context, TryExecutor aTry, List<Object> parameters) {
    TryExecutionResult result = aTry.execute(parameters);
    int tries = context.findAnnotation(Property.class).orElseThrow().tries();
    boolean enough = tried(context).incrementAndGet() >= Tries.of(tries, tries / PART);
    return enough && result.isSatisfied() ? TryExecutionResult.satisfied(true) : result;
  }

  private static AtomicInteger tried(TryLifecycleContext context) {
    return Store.getOrCreate(
            context.targetMethod().getName(), Lifespan.PROPERTY, AtomicInteger::new)
        .get();
  }
}
