package io.flexhb.standalone.architecture.broken.codec.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of codec form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.codec.KnowsItsPart other;
}
