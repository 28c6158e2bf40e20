package io.flexhb.emitter.agent.source;

import java.nio.ByteBuffer;
import java.util.OptionalDouble;

/** A tensor in protocol buffers' wire format, if it is a single float or double. */
final class Tensor {

  private static final int TYPE = 1;
  private static final int CONTENT = 4;
  private static final int FLOATS = 5;
  private static final int DOUBLES = 6;

  private static final long FLOAT = 1;
  private static final long DOUBLE = 2;

  private Tensor() {}

  static OptionalDouble scalar(ByteBuffer bytes) {
    long type = 0;
    ByteBuffer content = null;
    WireReader tensor = new WireReader(bytes);
    while (tensor.next()) {
      switch (tensor.field()) {
        case TYPE -> type = tensor.number();
        case CONTENT, FLOATS, DOUBLES -> content = tensor.raw();
        default -> {
          // Its shape; a scalar has none.
        }
      }
    }
    if (content == null) {
      return OptionalDouble.empty();
    }
    if (type == FLOAT && content.remaining() == Float.BYTES) {
      return OptionalDouble.of(content.getFloat());
    }
    return type == DOUBLE && content.remaining() == Double.BYTES
        ? OptionalDouble.of(content.getDouble())
        : OptionalDouble.empty();
  }
}
