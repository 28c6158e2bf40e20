package io.flexhb.standalone.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a process wrote into a file, whatever bytes it wrote. */
public record ProcessLog(Path file) {

  /** All lines; none if the process never wrote. */
  public List<String> lines() {
    try {
      return Files.exists(file)
          ? Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** At most this many of the last lines. */
  public String end(int count) {
    List<String> all = lines();
    return String.join("\n", all.subList(Math.max(0, all.size() - count), all.size()));
  }
}
