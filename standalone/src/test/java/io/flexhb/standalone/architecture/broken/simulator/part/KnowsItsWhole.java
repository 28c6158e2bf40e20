package io.flexhb.standalone.architecture.broken.simulator.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of simulator form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.simulator.KnowsItsPart other;
}
