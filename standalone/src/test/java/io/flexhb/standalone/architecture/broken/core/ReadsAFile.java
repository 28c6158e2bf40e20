package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@Breaks("core and simulator do no I/O")
public final class ReadsAFile {
  byte[] read(String path) throws IOException {
    return Files.readAllBytes(Path.of(path));
  }
}
