package io.flexhb.emitter.agent.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalDouble;

/**
 * One of TensorBoard's event files: records of a length (8 bytes, little-endian), its checksum (4),
 * an {@code Event} in protocol buffers' wire format, and its checksum (4). Only an event's step and
 * scalar values are read: {@code simple_value}, or a tensor of one float or double.
 */
final class EventFile {

  private static final int HEADER = 12;
  private static final int CHECKSUM = 4;
  private static final long LONGEST = 64L << 20;

  private static final int EVENT_STEP = 2;
  private static final int EVENT_SUMMARY = 5;
  private static final int SUMMARY_VALUE = 1;
  private static final int VALUE_TAG = 1;
  private static final int VALUE_SIMPLE = 2;
  private static final int VALUE_TENSOR = 8;

  private final Path file;
  private long position;
  private boolean broken;

  /** Receives scalars. */
  interface Sink {
    void scalar(long step, String tag, double value);
  }

  EventFile(Path file) {
    this.file = file;
  }

  /** Reads new records; a partial record is read the next time. */
  void read(Sink sink) throws IOException {
    if (broken) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (channel.size() - position >= HEADER) {
        long length = bytes(channel, position, HEADER).getLong();
        if (length < 0 || length > LONGEST) {
          broken = true;
          return;
        }
        if (channel.size() - position < HEADER + length + CHECKSUM) {
          return;
        }
        event(bytes(channel, position + HEADER, (int) length), sink);
        position += HEADER + length + CHECKSUM;
      }
    } catch (RuntimeException noEvent) {
      broken = true;
    }
  }

  private static ByteBuffer bytes(FileChannel channel, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {
      // Continue until it is full.
    }
    return bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void event(ByteBuffer bytes, Sink sink) {
    long step = 0;
    ByteBuffer summary = null;
    WireReader event = new WireReader(bytes);
    while (event.next()) {
      if (event.field() == EVENT_STEP) {
        step = event.number();
      } else if (event.field() == EVENT_SUMMARY) {
        summary = event.bytes();
      }
    }
    if (summary != null) {
      WireReader values = new WireReader(summary);
      while (values.next()) {
        if (values.field() == SUMMARY_VALUE) {
          value(step, values.bytes(), sink);
        }
      }
    }
  }

  private static void value(long step, ByteBuffer bytes, Sink sink) {
    String tag = "";
    OptionalDouble scalar = OptionalDouble.empty();
    WireReader value = new WireReader(bytes);
    while (value.next()) {
      switch (value.field()) {
        case VALUE_TAG -> tag = value.text();
        case VALUE_SIMPLE -> scalar = OptionalDouble.of(value.real());
        case VALUE_TENSOR -> scalar = Tensor.scalar(value.bytes());
        default -> {
          // Images and other data.
        }
      }
    }
    if (scalar.isPresent()) {
      sink.scalar(step, tag, scalar.getAsDouble());
    }
  }
}
