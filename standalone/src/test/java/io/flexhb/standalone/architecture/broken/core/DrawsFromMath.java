package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("core draws no random numbers of its own")
public final class DrawsFromMath {
  double draw() {
    return Math.random();
  }
}
