package io.flexhb.standalone.architecture.broken.load;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of load form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.load.part.KnowsItsWhole other;
}
