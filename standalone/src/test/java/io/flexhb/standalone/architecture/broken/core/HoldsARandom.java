package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.util.Random;

@Breaks("core and simulator draw no random numbers of their own")
public final class HoldsARandom {
  Random random = new Random(1);
}
