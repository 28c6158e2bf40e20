package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("core and simulator compute the same on every machine")
public final class UsesPlatformMath {
  double log(double x) {
    return Math.log(x);
  }
}
