package io.flexhb.standalone.architecture.broken.standalone;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of standalone form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.standalone.part.KnowsItsWhole other;
}
