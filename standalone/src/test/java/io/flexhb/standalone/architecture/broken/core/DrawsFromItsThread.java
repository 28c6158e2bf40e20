package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.util.concurrent.ThreadLocalRandom;

@Breaks("core and simulator draw no random numbers of their own")
public final class DrawsFromItsThread {
  int draw() {
    return ThreadLocalRandom.current().nextInt();
  }
}
