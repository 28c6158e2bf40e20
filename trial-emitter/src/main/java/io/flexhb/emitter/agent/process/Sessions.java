package io.flexhb.emitter.agent.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Starts a command in a new session, and so in a new process group, which Java cannot do.
 * util-linux and BusyBox have a program for it; Perl is the fallback.
 */
final class Sessions {

  private Sessions() {}

  /**
   * Words to put before a command.
   *
   * @throws IOException when this machine has neither, saying what to install
   */
  static List<String> command() throws IOException {
    Optional<Path> setsid = onPath("setsid");
    if (setsid.isPresent()) {
      return List.of(setsid.get().toString());
    }
    Optional<Path> perl = onPath("perl");
    if (perl.isPresent()) {
      return byPerl(perl.get());
    }
    throw new IOException(
        "the agent needs 'setsid' (of util-linux or BusyBox) or 'perl' on the PATH, to stop a"
            + " script together with all that it starts");
  }

  static List<String> byPerl(Path perl) {
    return List.of(
        perl.toString(), "-e", "use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV or exit 127");
  }

  private static Optional<Path> onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    for (String folder : path.split(File.pathSeparator)) {
      Path candidate = Path.of(folder.isEmpty() ? "." : folder, program).toAbsolutePath();
      if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
