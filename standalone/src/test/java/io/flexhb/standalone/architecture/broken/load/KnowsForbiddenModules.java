package io.flexhb.standalone.architecture.broken.load;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("load knows none of standalone")
public final class KnowsForbiddenModules {
  io.flexhb.standalone.architecture.broken.standalone.Anything standalone;
}
