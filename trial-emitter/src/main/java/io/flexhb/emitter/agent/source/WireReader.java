package io.flexhb.emitter.agent.source;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Fields of a message in protocol buffers' wire format, one after the other. */
final class WireReader {

  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int LENGTH = 2;
  private static final int FOUR_BYTES = 5;

  private final ByteBuffer message;
  private int field;
  private int type;
  private long number;
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  WireReader(ByteBuffer message) {
    this.message = message.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Goes to the next field; false at the end.
   *
   * @throws RuntimeException when it is not such a message
   */
  boolean next() {
    if (!message.hasRemaining()) {
      return false;
    }
    long key = varint();
    field = (int) (key >>> 3);
    type = (int) (key & 7);
    switch (type) {
      case VARINT -> number = varint();
      case EIGHT_BYTES -> take(Long.BYTES);
      case FOUR_BYTES -> take(Integer.BYTES);
      case LENGTH -> take(Math.toIntExact(varint()));
      default -> throw new IllegalArgumentException("wire type " + type);
    }
    return true;
  }

  int field() {
    return field;
  }

  /** A whole number. */
  long number() {
    return number;
  }

  /** A float or double. */
  double real() {
    ByteBuffer value = raw();
    return type == EIGHT_BYTES ? value.getDouble() : value.getFloat();
  }

  String text() {
    return StandardCharsets.UTF_8.decode(raw()).toString();
  }

  /** An embedded message. */
  ByteBuffer bytes() {
    return raw();
  }

  /** The raw bytes of the field. */
  ByteBuffer raw() {
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  private void take(int length) {
    bytes = message.slice(message.position(), length);
    message.position(message.position() + length);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = message.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }
}
