package io.flexhb.standalone.architecture.broken.service;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("service knows none of simulator, client, emitter, load, standalone")
public final class KnowsForbiddenModules {
  io.flexhb.standalone.architecture.broken.simulator.Anything simulator;
  io.flexhb.standalone.architecture.broken.client.Anything client;
  io.flexhb.standalone.architecture.broken.emitter.Anything emitter;
  io.flexhb.standalone.architecture.broken.load.Anything load;
  io.flexhb.standalone.architecture.broken.standalone.Anything standalone;
}
