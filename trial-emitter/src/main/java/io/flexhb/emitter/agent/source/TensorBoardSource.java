package io.flexhb.emitter.agent.source;

import io.flexhb.emitter.agent.output.ReportAssembler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Scalars from TensorBoard's event files in a folder and its subfolders. Their step is the counter.
 * Keras writes training and validation under the same names into separate subfolders, so names from
 * a subfolder begin with its name: {@code validation/epoch_loss}.
 */
final class TensorBoardSource implements MetricSource {

  private final Path folder;
  private final ReportAssembler reports;
  private final Map<Path, EventFile> files = new TreeMap<>();

  TensorBoardSource(Path folder, ReportAssembler reports) {
    this.folder = folder;
    this.reports = reports;
  }

  /** A scalar with its full name. */
  private record Scalar(long step, String name, double value) {}

  @Override
  public void poll() throws IOException {
    List<Scalar> scalars = new ArrayList<>();
    for (Path file : found()) {
      String prefix = prefix(file);
      files
          .computeIfAbsent(file, EventFile::new)
          .read((step, tag, value) -> scalars.add(new Scalar(step, prefix + tag, value)));
    }
    // Files of several writers are merged.
    scalars.sort(Comparator.comparingLong(Scalar::step));
    scalars.forEach(s -> reports.show(s.step(), Map.of(s.name(), s.value())));
  }

  private String prefix(Path file) {
    Path below = folder.relativize(file.getParent());
    return below.toString().isEmpty() ? "" : below.toString().replace('\\', '/') + "/";
  }

  private List<Path> found() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder, 4)) {
      return all.filter(path -> path.getFileName().toString().contains("tfevents"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (NoSuchFileException | UncheckedIOException changedMeanwhile) {
      return List.of();
    }
  }
}
