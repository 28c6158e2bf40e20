package io.flexhb.standalone.cli.dlq;

import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * A record that the tuner could not use, with the tuner's remarks on it.
 *
 * @param record the record on the DLQ; its key has one character for each byte
 */
record DeadLetter(ConsumerRecord<String, byte[]> record) {

  /** Headers added by the tuner; the original record did not have them. */
  private static final Set<String> ADDED =
      Set.of(
          DeadLetterHeaders.REASON,
          DeadLetterHeaders.TOPIC,
          DeadLetterHeaders.PARTITION,
          DeadLetterHeaders.OFFSET,
          DeadLetterHeaders.TIME,
          DeadLetterHeaders.REROUTED);

  private static final Pattern PLACE = Pattern.compile("(\\d{1,9})@(\\d{1,18})");

  /** The position of a dead letter on the DLQ. */
  record Place(int partition, long offset) {

    /**
     * Parses the form that {@link #toString} writes.
     *
     * @throws CommandFailure when the text is not a position
     */
    static Place of(String text) {
      Matcher place = PLACE.matcher(text);
      if (!place.matches()) {
        throw CommandFailure.badInput(
            "'"
                + text
                + "' is not a position on the DLQ: give PARTITION@OFFSET, as 'flexhb dlq list' shows it");
      }
      return new Place(Integer.parseInt(place.group(1)), Long.parseLong(place.group(2)));
    }

    @Override
    public String toString() {
      return partition + "@" + offset;
    }
  }

  Place place() {
    return new Place(record.partition(), record.offset());
  }

  /** The topic where it was found; empty when no tuner wrote the dead letter. */
  Optional<String> topic() {
    return header(DeadLetterHeaders.TOPIC);
  }

  /** The topic, partition and offset where it was found. */
  String origin() {
    return topic().orElse("?")
        + "-"
        + header(DeadLetterHeaders.PARTITION).orElse("?")
        + "@"
        + header(DeadLetterHeaders.OFFSET).orElse("?");
  }

  String reason() {
    return header(DeadLetterHeaders.REASON).orElse("(none is given: no tuner put it here)");
  }

  /** The time when it was found, by the tuner's clock. */
  Optional<Instant> time() {
    return header(DeadLetterHeaders.TIME)
        .filter(millis -> millis.matches("\\d{1,15}"))
        .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)));
  }

  /** Bytes of the key; empty when there is none. */
  Optional<byte[]> key() {
    return Optional.ofNullable(record.key()).map(k -> k.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The key as text; keys of records about a study are text. */
  String keyText() {
    return key().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
  }

  /** Whether only a note was kept because the record itself was too large. */
  boolean isOnlyANote() {
    return record.key() == null && record.value() == null;
  }

  /** The headers of the original record. */
  List<Header> foundHeaders() {
    List<Header> found = new ArrayList<>();
    for (Header header : record.headers()) {
      if (!ADDED.contains(header.key())) {
        found.add(new RecordHeader(header.key(), header.value()));
      }
    }
    return found;
  }

  /** The dead letter as a tree for {@code -o json}. */
  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("place", place().toString());
    tree.put("time", time().map(Instant::toString).orElse(null));
    tree.put("topic", topic().orElse(null));
    tree.put("origin", origin());
    tree.put("key", record.key() == null ? null : keyText());
    tree.put("bytes", record.value() == null ? null : record.value().length);
    tree.put("reason", reason());
    return tree;
  }

  private Optional<String> header(String name) {
    return Optional.ofNullable(record.headers().lastHeader(name))
        .map(Header::value)
        .map(value -> new String(value, StandardCharsets.UTF_8));
  }
}
