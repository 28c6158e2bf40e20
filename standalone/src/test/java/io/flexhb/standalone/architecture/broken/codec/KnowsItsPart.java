package io.flexhb.standalone.architecture.broken.codec;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of codec form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.codec.part.KnowsItsWhole other;
}
