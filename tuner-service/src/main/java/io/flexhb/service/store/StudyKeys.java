package io.flexhb.service.store;

import io.flexhb.core.study.message.SlotId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of one study's entries: {@code study 0 kind rest}. Numbers are big-endian, so that
 * entries are in numerical order. Ids have no zero byte, so no study's keys lie among another's or
 * among those of {@link DueStore}.
 */
public final class StudyKeys {

  private static final byte SEPARATOR = 0;
  private static final byte DEFINITION = 'd';
  private static final byte STUDY = 'h';
  private static final byte ERASURE = 'x';
  private static final byte BRACKET = 'b';
  private static final byte SLOT = 's';
  private static final byte SUGGESTION = 'q';
  private static final byte TRIAL = 't';
  private static final byte ENQUEUED = 'e';
  private static final byte HELD = 'w';
  private static final byte IMPORTED = 'i';
  private static final byte IMPORT = 'r';

  private final String study;
  private final byte[] prefix;
  private final Bytes definition;
  private final Bytes header;
  private final Bytes erasure;

  /** The keys of the study of this name. */
  public StudyKeys(String study) {
    this.study = study;
    byte[] name = study.getBytes(StandardCharsets.UTF_8);
    this.prefix = new byte[name.length + 1];
    System.arraycopy(name, 0, prefix, 0, name.length);
    this.definition = key(DEFINITION, 0).done();
    this.header = key(STUDY, 0).done();
    this.erasure = key(ERASURE, 0).done();
  }

  /** Its name. */
  public String study() {
    return study;
  }

  /** The study's record key: its name. */
  public byte[] recordKey() {
    byte[] name = new byte[prefix.length - 1];
    System.arraycopy(prefix, 0, name, 0, name.length);
    return name;
  }

  Bytes definition() {
    return definition;
  }

  Bytes header() {
    return header;
  }

  Bytes erasure() {
    return erasure;
  }

  Bytes bracket(int number) {
    return key(BRACKET, Integer.BYTES).put(number).done();
  }

  Bytes slot(SlotId slot) {
    byte[] worker = slot.worker().getBytes(StandardCharsets.UTF_8);
    return key(SLOT, worker.length + 1 + Integer.BYTES)
        .put(worker)
        .put(SEPARATOR)
        .put(slot.slot())
        .done();
  }

  Bytes suggestion(long request) {
    return key(SUGGESTION, Long.BYTES).put(request).done();
  }

  Bytes enqueued(long place) {
    return key(ENQUEUED, Long.BYTES).put(place).done();
  }

  Bytes imported(int number) {
    return key(IMPORTED, Integer.BYTES).put(number).done();
  }

  Bytes importRows(String importId) {
    byte[] id = importId.getBytes(StandardCharsets.UTF_8);
    return key(IMPORT, id.length).put(id).done();
  }

  Bytes held(long place) {
    return key(HELD, Long.BYTES).put(place).done();
  }

  Bytes trial(int number) {
    return key(TRIAL, Integer.BYTES).put(number).done();
  }

  /** The first key that trials of the study may have. */
  Bytes firstTrial() {
    return trial(0);
  }

  /** The last key that trials of the study may have. */
  Bytes lastTrial() {
    return trial(Integer.MAX_VALUE);
  }

  /** The number in the key of a trial. */
  int trialNumber(Bytes key) {
    return ByteBuffer.wrap(key.get()).getInt(prefix.length + 1);
  }

  /** The first key that entries of the study may have. */
  Bytes first() {
    return Bytes.wrap(prefix);
  }

  /** Above all keys of the study, and below those of any other. */
  Bytes last() {
    byte[] above = prefix.clone();
    above[above.length - 1] = SEPARATOR + 1;
    return Bytes.wrap(above);
  }

  /** The kind of entry to which a key of the study belongs. */
  Kind kind(Bytes key) {
    return switch (key.get()[prefix.length]) {
      case DEFINITION -> Kind.DEFINITION;
      case STUDY -> Kind.STUDY;
      case ERASURE -> Kind.ERASURE;
      case BRACKET -> Kind.BRACKET;
      case SLOT -> Kind.SLOT;
      case SUGGESTION -> Kind.SUGGESTION;
      case TRIAL -> Kind.TRIAL;
      case ENQUEUED -> Kind.ENQUEUED;
      case HELD -> Kind.HELD;
      case IMPORTED -> Kind.IMPORTED;
      case IMPORT -> Kind.IMPORT;
      default ->
          throw new IllegalStateException(
              "the store holds an entry of study "
                  + study
                  + " that this version does not know; start the version that wrote it");
    };
  }

  enum Kind {
    DEFINITION,
    STUDY,
    ERASURE,
    BRACKET,
    SLOT,
    SUGGESTION,
    TRIAL,
    ENQUEUED,
    HELD,
    IMPORTED,
    IMPORT
  }

  private Key key(byte kind, int length) {
    return new Key(prefix, 1 + length).put(kind);
  }

  private static final class Key {
    private final ByteBuffer buffer;

    Key(byte[] prefix, int length) {
      buffer = ByteBuffer.allocate(prefix.length + length).put(prefix);
    }

    Key put(byte value) {
      buffer.put(value);
      return this;
    }

    Key put(byte[] value) {
      buffer.put(value);
      return this;
    }

    Key put(int value) {
      buffer.putInt(value);
      return this;
    }

    Key put(long value) {
      buffer.putLong(value);
      return this;
    }

    Bytes done() {
      return Bytes.wrap(buffer.array());
    }
  }
}
