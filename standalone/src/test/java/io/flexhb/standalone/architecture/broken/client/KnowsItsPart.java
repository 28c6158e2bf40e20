package io.flexhb.standalone.architecture.broken.client;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of client form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.client.part.KnowsItsWhole other;
}
