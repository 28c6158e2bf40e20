package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.util.Random;

@Breaks("core draws no random numbers of its own")
public final class HoldsARandom {
  Random random = new Random(1);
}
