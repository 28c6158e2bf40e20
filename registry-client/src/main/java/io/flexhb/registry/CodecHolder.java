package io.flexhb.registry;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The codec of a serializer or deserializer: either given and shared, or created by {@code
 * configure} and owned.
 */
final class CodecHolder implements AutoCloseable {

  private final boolean owned;
  private Optional<AvroCodec> codec;

  private CodecHolder(Optional<AvroCodec> codec) {
    this.owned = codec.isEmpty();
    this.codec = codec;
  }

  static CodecHolder unconfigured() {
    return new CodecHolder(Optional.empty());
  }

  static CodecHolder shared(AvroCodec codec) {
    return new CodecHolder(Optional.of(Objects.requireNonNull(codec, "codec")));
  }

  void configure(Map<String, ?> configs, boolean isKey) {
    if (owned) {
      close();
      codec = Optional.of(isKey ? AvroCodec.forKeys(configs) : AvroCodec.forValues(configs));
    }
  }

  AvroCodec get() {
    return codec.orElseThrow(
        () ->
            new IllegalStateException(
                "configure(configs, isKey) must be called before the first record"));
  }

  @Override
  public void close() {
    if (owned) {
      codec.ifPresent(AvroCodec::close);
      codec = Optional.empty();
    }
  }
}
