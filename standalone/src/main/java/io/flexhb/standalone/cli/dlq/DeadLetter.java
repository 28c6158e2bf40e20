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
 * A record that the tuner could not use, and what it says about it.
 *
 * @param record as on the DLQ; its key has a character for each byte
 */
record DeadLetter(ConsumerRecord<String, byte[]> record) {

  /** Added by the tuner; not those of the record as it was found. */
  private static final Set<String> ADDED =
      Set.of(
          DeadLetterHeaders.REASON,
          DeadLetterHeaders.TOPIC,
          DeadLetterHeaders.PARTITION,
          DeadLetterHeaders.OFFSET,
          DeadLetterHeaders.TIME,
          DeadLetterHeaders.REROUTED);

  private static final Pattern PLACE = Pattern.compile("(\\d{1,9})@(\\d{1,18})");

  /** Where a letter lies on the DLQ. */
  record Place(int partition, long offset) {

    /**
     * As {@link #toString} writes it.
     *
     * @throws CommandFailure when it is none
     */
    static Place of(String text) {
      Matcher place = PLACE.matcher(text);
      if (!place.matches()) {
        throw CommandFailure.badInput(
            "'"
                + text
                + "' is no place on the DLQ: give PARTITION@OFFSET, as 'flexhb dlq list' shows it");
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

  /** Topic it was found on; empty when the record was not put here by a tuner. */
  Optional<String> topic() {
    return header(DeadLetterHeaders.TOPIC);
  }

  /** Topic, partition and offset it was found at. */
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

  /** When, by the tuner's clock. */
  Optional<Instant> time() {
    return header(DeadLetterHeaders.TIME)
        .filter(millis -> millis.matches("\\d{1,15}"))
        .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)));
  }

  /** Bytes of the key; empty when there is none. */
  Optional<byte[]> key() {
    return Optional.ofNullable(record.key()).map(k -> k.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The key as text, which it is when the record is about a study. */
  String keyText() {
    return key().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
  }

  /** Whether only a note was kept: the record itself was too large. */
  boolean isOnlyANote() {
    return record.key() == null && record.value() == null;
  }

  /** The headers it had when it was found. */
  List<Header> foundHeaders() {
    List<Header> found = new ArrayList<>();
    for (Header header : record.headers()) {
      if (!ADDED.contains(header.key())) {
        found.add(new RecordHeader(header.key(), header.value()));
      }
    }
    return found;
  }

  /** For {@code -o json}. */
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
