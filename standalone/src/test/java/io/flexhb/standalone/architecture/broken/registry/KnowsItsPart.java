package io.flexhb.standalone.architecture.broken.registry;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of registry form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.registry.part.KnowsItsWhole other;
}
