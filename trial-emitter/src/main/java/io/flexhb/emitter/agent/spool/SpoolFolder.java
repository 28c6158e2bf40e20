package io.flexhb.emitter.agent.spool;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A first-in, first-out queue of byte strings in files. Entries that were read stay until {@link
 * #forget} deletes them, and are read again by the next process that opens the folder. The queue
 * survives this process, but not a power loss. Thread-safe.
 */
final class SpoolFolder implements AutoCloseable {

  private static final int SEGMENT_BYTES = 4 << 20;
  private static final int HEADER_BYTES = 12;
  private static final int LONGEST_ENTRY = 16 << 20;
  private static final String NAME = "%019d.spool";

  private final Path folder;
  private final Deque<Path> segments = new ArrayDeque<>();

  /** Not a channel: an interrupt of a writing thread would close it for all threads. */
  private RandomAccessFile writer;

  private FileChannel reader;
  private long number;

  /** Index of the segment being read, from 0. */
  private int readNumber;

  /** Opens the folder; entries left by an earlier process are read first. */
  SpoolFolder(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(folder)) {
        List<Path> left =
            files.filter(f -> f.getFileName().toString().endsWith(".spool")).sorted().toList();
        segments.addAll(left);
      }
      if (!segments.isEmpty()) {
        String newest = segments.getLast().getFileName().toString();
        number = Long.parseLong(newest.substring(0, newest.indexOf('.'))) + 1;
      }
      begin();
      reader = FileChannel.open(segments.getFirst(), StandardOpenOption.READ);
    } catch (IOException e) {
      throw new UncheckedIOException("reports cannot be kept in " + folder, e);
    }
  }

  /** A new file: the end of one that a dying process wrote may be cut short. */
  private void begin() throws IOException {
    if (writer != null) {
      writer.close();
    }
    Path segment = folder.resolve(NAME.formatted(number++));
    writer = new RandomAccessFile(segment.toFile(), "rw");
    segments.addLast(segment);
  }

  synchronized void add(byte[] entry) {
    CRC32 checksum = new CRC32();
    checksum.update(entry);
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + entry.length);
    bytes.putInt(entry.length).putLong(checksum.getValue()).put(entry);
    try {
      if (writer.getFilePointer() >= SEGMENT_BYTES) {
        begin();
      }
      writer.write(bytes.array());
      notifyAll();
    } catch (IOException e) {
      throw new UncheckedIOException("reports cannot be kept in " + folder, e);
    }
  }

  /** The next unread entry; empty when there is none within that time. */
  synchronized Optional<byte[]> next(long millis) throws InterruptedException {
    Optional<byte[]> next = read();
    if (next.isEmpty()) {
      wait(Math.max(1, millis));
      next = read();
    }
    return next;
  }

  private Optional<byte[]> read() {
    try {
      while (true) {
        Optional<byte[]> entry = readHere();
        if (entry.isPresent() || reading().equals(segments.getLast())) {
          return entry;
        }
        reader.close();
        readNumber++;
        reader = FileChannel.open(reading(), StandardOpenOption.READ);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("kept reports cannot be read in " + folder, e);
    }
  }

  private Path reading() {
    return segments.stream().skip(readNumber).findFirst().orElseThrow();
  }

  private Optional<byte[]> readHere() throws IOException {
    long begin = reader.position();
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    try {
      fill(header);
      int length = header.getInt();
      long checksum = header.getLong();
      if (length < 0 || length > LONGEST_ENTRY) {
        throw new EOFException("no entry");
      }
      ByteBuffer entry = ByteBuffer.allocate(length);
      fill(entry);
      CRC32 actual = new CRC32();
      actual.update(entry.array());
      if (actual.getValue() != checksum) {
        throw new EOFException("no entry");
      }
      return Optional.of(entry.array());
    } catch (EOFException endOrCutShort) {
      reader.position(begin);
      return Optional.empty();
    }
  }

  private void fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (reader.read(buffer) < 0) {
        throw new EOFException();
      }
    }
    buffer.flip();
  }

  /**
   * Deletes entries that were read: whole files, and the newest file's content once it is all read.
   */
  synchronized void forget() {
    try {
      while (readNumber > 0) {
        Files.deleteIfExists(segments.removeFirst());
        readNumber--;
      }
      long written = writer.getFilePointer();
      if (segments.size() == 1 && reader.position() == written && written > 0) {
        writer.setLength(0);
        writer.seek(0);
        reader.position(0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("kept reports cannot be deleted in " + folder, e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      writer.close();
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
