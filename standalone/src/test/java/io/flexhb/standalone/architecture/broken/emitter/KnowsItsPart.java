package io.flexhb.standalone.architecture.broken.emitter;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of emitter form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.emitter.part.KnowsItsWhole other;
}
