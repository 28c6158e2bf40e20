package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("core knows nothing but Java, Smile, commons-math and vavr")
public final class KnowsService {
  io.flexhb.standalone.architecture.broken.service.Anything service;
}
