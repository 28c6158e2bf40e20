package io.flexhb.standalone.architecture.broken.service;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of service form no cycle")
public final class KnowsItsPart {
  io.flexhb.standalone.architecture.broken.service.part.KnowsItsWhole other;
}
