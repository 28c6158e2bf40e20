package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.util.concurrent.ThreadLocalRandom;

@Breaks("core draws no random numbers of its own")
public final class DrawsFromItsThread {
  int draw() {
    return ThreadLocalRandom.current().nextInt();
  }
}
