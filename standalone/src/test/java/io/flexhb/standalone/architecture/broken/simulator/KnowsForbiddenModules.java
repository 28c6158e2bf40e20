package io.flexhb.standalone.architecture.broken.simulator;

import io.flexhb.standalone.architecture.Breaks;

@Breaks(
    "simulator knows none of avro, topics, registry, codec, service, client, emitter, load, standalone")
public final class KnowsForbiddenModules {
  io.flexhb.standalone.architecture.broken.avro.Anything avro;
  io.flexhb.standalone.architecture.broken.topics.Anything topics;
  io.flexhb.standalone.architecture.broken.registry.Anything registry;
  io.flexhb.standalone.architecture.broken.codec.Anything codec;
  io.flexhb.standalone.architecture.broken.service.Anything service;
  io.flexhb.standalone.architecture.broken.client.Anything client;
  io.flexhb.standalone.architecture.broken.emitter.Anything emitter;
  io.flexhb.standalone.architecture.broken.load.Anything load;
  io.flexhb.standalone.architecture.broken.standalone.Anything standalone;
}
