package io.flexhb.standalone.architecture.broken.standalone.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of standalone form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.standalone.KnowsItsPart other;
}
