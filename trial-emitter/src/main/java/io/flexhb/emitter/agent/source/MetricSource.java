package io.flexhb.emitter.agent.source;

import io.flexhb.emitter.agent.output.LineReader;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.ReportAssembler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A source of metrics. Used by one thread. */
public interface MetricSource {

  /** Prefix of a file's name. */
  String FILE = "file:";

  /** Prefix of the name of a folder of event files. */
  String TENSORBOARD = "tensorboard:";

  /**
   * Reads new metrics.
   *
   * @throws IOException when they are unavailable now; they may be available later
   */
  void poll() throws IOException;

  /**
   * A source by its name: {@code file:PATH}, {@code tensorboard:FOLDER}, {@code
   * http://localhost:PORT/PATH}.
   *
   * @param folder base of relative paths
   * @throws IllegalArgumentException when the name is not one of these
   */
  static MetricSource of(String name, Path folder, OutputFormat format, ReportAssembler reports) {
    if (name.startsWith(FILE)) {
      return new FileSource(
          folder.resolve(name.substring(FILE.length())), new LineReader(format, reports));
    }
    if (name.startsWith(TENSORBOARD)) {
      return new TensorBoardSource(folder.resolve(name.substring(TENSORBOARD.length())), reports);
    }
    check(List.of(name));
    return new HttpSource(URI.create(name), new LineReader(format, reports));
  }

  /**
   * Checks names; placeholders are not resolved.
   *
   * @throws IllegalArgumentException naming the one that is wrong
   */
  static void check(List<String> names) {
    Pattern local =
        Pattern.compile("http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:[^/?#@\\s]+)?(/\\S*)?");
    for (String name : names) {
      boolean known =
          name.startsWith(FILE) || name.startsWith(TENSORBOARD) || local.matcher(name).matches();
      if (!known) {
        throw new IllegalArgumentException(
            "source '"
                + name
                + "': give file:PATH, tensorboard:FOLDER or http://localhost:PORT/PATH");
      }
    }
  }
}
