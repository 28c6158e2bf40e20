package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("core and simulator draw no random numbers of their own")
public final class DrawsFromMath {
  double draw() {
    return Math.random();
  }
}
