package io.flexhb.standalone.architecture.broken.load.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of load form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.load.KnowsItsPart other;
}
