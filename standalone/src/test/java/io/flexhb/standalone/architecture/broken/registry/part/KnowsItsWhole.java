package io.flexhb.standalone.architecture.broken.registry.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of registry form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.registry.KnowsItsPart other;
}
