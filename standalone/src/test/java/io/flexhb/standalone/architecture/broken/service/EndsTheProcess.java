package io.flexhb.standalone.architecture.broken.service;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("only standalone ends the process")
public final class EndsTheProcess {
  void stop() {
    System.exit(1);
  }
}
