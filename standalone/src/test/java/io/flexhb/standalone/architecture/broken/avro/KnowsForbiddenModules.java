package io.flexhb.standalone.architecture.broken.avro;

import io.flexhb.standalone.architecture.Breaks;

@Breaks(
    "avro knows none of topics, registry, core, simulator, codec, service, client, emitter, load,"
        + " standalone")
public final class KnowsForbiddenModules {
  io.flexhb.standalone.architecture.broken.topics.Anything topics;
  io.flexhb.standalone.architecture.broken.registry.Anything registry;
  io.flexhb.standalone.architecture.broken.core.Anything core;
  io.flexhb.standalone.architecture.broken.simulator.Anything simulator;
  io.flexhb.standalone.architecture.broken.codec.Anything codec;
  io.flexhb.standalone.architecture.broken.service.Anything service;
  io.flexhb.standalone.architecture.broken.client.Anything client;
  io.flexhb.standalone.architecture.broken.emitter.Anything emitter;
  io.flexhb.standalone.architecture.broken.load.Anything load;
  io.flexhb.standalone.architecture.broken.standalone.Anything standalone;
}
