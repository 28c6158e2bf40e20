package io.flexhb.standalone.architecture.broken.service.part;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of service form no cycle")
public final class KnowsItsWhole {
  io.flexhb.standalone.architecture.broken.service.KnowsItsPart other;
}
