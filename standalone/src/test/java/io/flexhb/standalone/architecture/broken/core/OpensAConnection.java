package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.net.URI;

@Breaks("core and simulator do no I/O")
public final class OpensAConnection {
  URI where = URI.create("http://localhost");
}
