package io.flexhb.service.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Installation;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.failure.TunerException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimRecordsTest {

  private static final byte[] GARBAGE = {1, 2, 3};

  private final ClaimRecords records = new ClaimRecords("installation", ClaimRecordsTest::decode);

  /** The value is the application's id; garbage is read as a tuner would. */
  private static Claim decode(byte[] value) {
    if (value == GARBAGE) {
      try (AvroCodec codec = AvroCodec.forValues(Map.of("schema.registry.url", "mock://claims"))) {
        return Claim.fromWire(codec.decode("installation", value, Installation.class));
      }
    }
    return Claim.first(utf8(value), 2, Map.of(), "by");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] key() {
    return ClaimRecords.newKey(decode(utf8("any")));
  }

  @Test
  void shouldKeepClaimsInTheOrderOfTheTopic() {
    records.add(0, key(), utf8("a"));
    records.add(1, key(), utf8("b"));

    assertThat(records.claims()).extracting(Claim::applicationId).containsExactly("a", "b");
  }

  @Test
  void shouldIgnoreRecordsWithKeysOfStrangers() {
    records.add(0, null, GARBAGE);
    records.add(1, utf8("order-17"), GARBAGE);
    records.add(2, key(), utf8("a"));

    assertThat(records.claims()).extracting(Claim::applicationId).containsExactly("a");
  }

  @Test
  void shouldSayHowAnUnreadableClaimIsRemovedAndAcceptItsRemoval() {
    byte[] key = key();
    records.add(4, key, GARBAGE);

    assertThatThrownBy(records::claims)
        .isInstanceOf(TunerException.class)
        .hasMessageContaining("record 4 of installation")
        .hasMessageContaining("undecodable")
        .hasMessageContaining(utf8(key) + "|NULL");

    records.add(5, key, null);
    assertThat(records.claims()).isEmpty();
  }
}
