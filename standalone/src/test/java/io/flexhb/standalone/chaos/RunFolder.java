package io.flexhb.standalone.chaos;

import io.flexhb.standalone.system.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Where a program of this package runs its installation. */
final class RunFolder {

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Folder for data and logs; by default they are deleted at the end.")
  private Path folder;

  /**
   * Runs to the end and prints the result.
   *
   * @param run from an empty folder to its result
   * @return exit code: 1 when a guarantee was violated
   */
  int run(Function<Path, RunResult> run) throws IOException {
    RunResult result;
    if (folder == null) {
      try (TemporaryFolder temporary = TemporaryFolder.create("flexhb-chaos")) {
        result = run.apply(temporary.path());
      }
    } else {
      Files.createDirectories(folder);
      result = run.apply(folder.toAbsolutePath());
    }
    result.print(System.out);
    return result.violations().isEmpty() ? 0 : 1;
  }
}
