package io.flexhb.standalone.cli.dev;

import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.system.DiskSpace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder in which {@code flexhb dev} keeps everything.
 *
 * @param path of it; need not exist
 */
record DataFolder(Path path) {

  /** Disk space for the parts without a study and for their first study. */
  private static final long LEAST_BYTES = 64L << 20;

  /** Data of the broker. */
  Path broker() {
    return path.resolve("broker");
  }

  /** Data of the schema registry. */
  Path registry() {
    return path.resolve("registry");
  }

  /** The tuner's state directory. */
  Path state() {
    return path.resolve("state");
  }

  /** The file in which commands find the addresses. */
  Path clientFile() {
    return path.resolve(ConnectionOptions.DEV_FILE.getFileName());
  }

  /** What keeps parts from being created or written, one line each; the check creates nothing. */
  List<String> problems() {
    Optional<String> ofAll = folderProblem(path);
    if (ofAll.isPresent()) {
      return List.of(ofAll.get());
    }
    List<String> problems = new ArrayList<>();
    Stream.of(broker(), registry(), state())
        .forEach(part -> folderProblem(part).ifPresent(problems::add));
    if (Files.exists(clientFile())
        && !(Files.isRegularFile(clientFile()) && Files.isWritable(clientFile()))) {
      problems.add(clientFile() + " must be a file that this user may write");
    }
    Stream.of(broker(), registry(), state())
        .flatMap(part -> DiskSpace.problem(part, LEAST_BYTES).stream())
        .distinct()
        .forEach(problems::add);
    return problems;
  }

  /** The problem of a folder, or of the folder that it would be created in. */
  private static Optional<String> folderProblem(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return Files.isDirectory(existing) && Files.isWritable(existing)
        ? Optional.empty()
        : Optional.of(existing + " must be a folder that this user may write");
  }
}
