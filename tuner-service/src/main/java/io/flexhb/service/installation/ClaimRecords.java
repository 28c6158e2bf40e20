package io.flexhb.service.installation;

import io.flexhb.registry.UndecodableRecordException;
import io.flexhb.service.failure.TunerException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of the claims topic after compaction. Each claim has its own key. Unreadable records
 * with other keys were not written by a tuner and are ignored.
 */
final class ClaimRecords {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimRecords.class);

  /** The claim's number and a UUID. */
  private static final Pattern KEY = Pattern.compile("[0-9]{1,10}/[0-9a-f-]{36}");

  private record Found(long offset, byte[] value) {}

  private final String topic;
  private final Function<byte[], Claim> decode;
  private final Map<String, Found> records = new LinkedHashMap<>();

  /**
   * @param decode throws {@link UndecodableRecordException} at a value that is not a claim
   */
  ClaimRecords(String topic, Function<byte[], Claim> decode) {
    this.topic = topic;
    this.decode = decode;
  }

  /** A new unique key for a claim. */
  static byte[] newKey(Claim claim) {
    return (claim.number() + "/" + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Adds the next record of the topic.
   *
   * @param key null when it has none
   * @param value null when it removes the record of that key
   */
  void add(long offset, byte[] key, byte[] value) {
    String text = key == null ? "" : new String(key, StandardCharsets.UTF_8);
    records.remove(text);
    if (value != null) {
      records.put(text, new Found(offset, value));
    }
  }

  /**
   * All claims, in the order of the topic.
   *
   * @throws TunerException when one cannot be read; the message says how to remove it
   */
  List<Claim> claims() {
    return records.entrySet().stream()
        .flatMap(e -> claim(e.getKey(), e.getValue()).stream())
        .toList();
  }

  private Optional<Claim> claim(String key, Found found) {
    try {
      return Optional.of(decode.apply(found.value()));
    } catch (UndecodableRecordException unreadable) {
      if (!KEY.matcher(key).matches()) {
        LOG.warn(
            "Record {} of {} is not a claim and is ignored: {}",
            found.offset(),
            topic,
            unreadable.getMessage());
        return Optional.empty();
      }
      throw new TunerException(
          "record "
              + found.offset()
              + " of "
              + topic
              + " cannot be read, so the owner of the topics is unknown: "
              + unreadable.getMessage()
              + ". Restore its schema in the registry; or, if no tuner wrote the record, remove"
              + " it with a record without a value: echo '"
              + key
              + "|NULL' | kafka-console-producer.sh --bootstrap-server SERVER --topic "
              + topic
              + " --property parse.key=true --property key.separator='|' --property"
              + " null.marker=NULL",
          unreadable);
    }
  }
}
