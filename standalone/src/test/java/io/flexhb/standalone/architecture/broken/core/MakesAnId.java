package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.util.UUID;

@Breaks("core draws no random numbers of its own")
public final class MakesAnId {
  UUID id = UUID.randomUUID();
}
