package io.flexhb.standalone.architecture.broken.simulator;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of simulator form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.simulator.part.KnowsItsWhole other;
}
