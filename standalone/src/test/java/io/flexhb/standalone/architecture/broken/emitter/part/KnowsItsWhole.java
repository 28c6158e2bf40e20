package io.flexhb.standalone.architecture.broken.emitter.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of emitter form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.emitter.KnowsItsPart other;
}
