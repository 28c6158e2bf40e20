package io.flexhb.standalone.architecture.broken.client.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of client form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.client.KnowsItsPart other;
}
