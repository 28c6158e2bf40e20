package io.flexhb.standalone.architecture.broken.client;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("client knows none of simulator, service, emitter, load, standalone")
public final class KnowsForbiddenModules {
  io.flexhb.standalone.architecture.broken.simulator.Anything simulator;
  io.flexhb.standalone.architecture.broken.service.Anything service;
  io.flexhb.standalone.architecture.broken.emitter.Anything emitter;
  io.flexhb.standalone.architecture.broken.load.Anything load;
  io.flexhb.standalone.architecture.broken.standalone.Anything standalone;
}
