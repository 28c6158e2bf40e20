package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.util.UUID;

@Breaks("core and simulator draw no random numbers of their own")
public final class MakesAnId {
  UUID id = UUID.randomUUID();
}
