package io.flexhb.emitter.agent.source;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Contents of event files. */
final class Events {

  /** A complete file, as a Python writer wrote it. */
  static final String TENSORBOARD_X =
      "1800000000000000a37f4b22095b795736fbc2da411a0d627261696e2e4576656e743a32b7692c42"
          + "1800000000000000a37f4b2209bfb15736fbc2da412a0d0a0b0a046c6f7373150000003f8f3845c6"
          + "1700000000000000e7cef81e09a9b55736fbc2da412a0c0a0a0a03616363150000403ffef4ae6d1a"
          + "00000000000000129bd82d09f8b75736fbc2da4110012a0d0a0b0a046c6f7373150000803e968b98"
          + "28";

  private Events() {}

  /** One record: a scalar as a tensor, as TensorFlow 2 writes it. The checksums are not checked. */
  static byte[] record(long step, String tag, float value) {
    ByteBuffer tensor = buffer();
    tensor.put((byte) 0x08).put((byte) 1).put((byte) 0x12).put((byte) 0);
    tensor.put((byte) 0x22).put((byte) 4).putFloat(value);
    ByteBuffer scalar = buffer();
    byte[] name = tag.getBytes(StandardCharsets.UTF_8);
    scalar.put((byte) 0x0a).put((byte) name.length).put(name);
    message(scalar, 0x42, tensor);
    ByteBuffer summary = buffer();
    message(summary, 0x0a, scalar);
    ByteBuffer event = buffer();
    event.put((byte) 0x09).putDouble(1.5e9).put((byte) 0x10).put((byte) step);
    message(event, 0x2a, summary);
    event.flip();
    ByteBuffer record = buffer();
    record.putLong(event.remaining()).putInt(0).put(event).putInt(0).flip();
    byte[] bytes = new byte[record.remaining()];
    record.get(bytes);
    return bytes;
  }

  private static void message(ByteBuffer into, int key, ByteBuffer part) {
    part.flip();
    into.put((byte) key).put((byte) part.remaining()).put(part);
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
  }
}
