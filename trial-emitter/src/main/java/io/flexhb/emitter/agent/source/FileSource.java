package io.flexhb.emitter.agent.source;

import io.flexhb.emitter.agent.output.LineReader;
import io.flexhb.emitter.agent.output.LineSplitter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A growing file: JSON lines, comma-separated values, or any format that could be printed as well.
 * A rewritten file is read from its beginning.
 */
final class FileSource implements MetricSource {

  private static final int BUFFER = 65_536;

  private final Path file;
  private final LineSplitter splitter;
  private long position;

  FileSource(Path file, LineReader lines) {
    this.file = file;
    this.splitter = new LineSplitter(lines);
  }

  @Override
  public void poll() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < position) {
        position = 0;
      }
      channel.position(position);
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
      while (channel.read(buffer) > 0) {
        splitter.accept(buffer.array(), 0, buffer.position());
        position += buffer.position();
        buffer.clear();
      }
    } catch (NoSuchFileException notYet) {
      position = 0;
    }
  }
}
