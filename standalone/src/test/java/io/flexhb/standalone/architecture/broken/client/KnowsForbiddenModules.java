package io.flexhb.standalone.architecture.broken.client;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("client knows none of emitter, standalone")
public final class KnowsForbiddenModules {
  io.flexhb.standalone.architecture.broken.emitter.Anything emitter;
  io.flexhb.standalone.architecture.broken.standalone.Anything standalone;
}
