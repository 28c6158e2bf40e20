package io.flexhb.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Checks members under the tuner's name in virtual time, second by second. */
class NameCheckTest {

  private static final Duration SESSION = Duration.ofSeconds(10);
  private static final String NAME = "vm-1";
  private static final String AWAY = "away";

  private final TreeMap<Long, String> members = new TreeMap<>(Map.of(0L, ""));
  private long nanos = 7;
  private boolean stopping;

  @Test
  void shouldFindNobodyWhenTheNameIsFree() {
    assertThat(check()).isEmpty();
    assertThat(seconds()).isZero();
  }

  @Test
  void shouldNameTheMemberThatOutlivesASession() {
    members.put(0L, "vm-1-other");

    assertThat(check())
        .hasValueSatisfying(
            told ->
                assertThat(told)
                    .contains("under the name vm-1", "vm-1-other", "flexhb.instance.id"));
    assertThat(seconds()).isBetween(13L, 15L);
  }

  /** A broker remembers an earlier member that no longer exists. */
  @Test
  void shouldFindNobodyWhenTheMemberIsGoneAfterItsSession() {
    members.put(0L, "vm-1-former");
    members.put(11L, "");

    assertThat(check()).isEmpty();
    assertThat(seconds()).isBetween(11L, 12L);
  }

  @Test
  void shouldCountFromTheLastMemberOn() {
    members.put(0L, "vm-1-former");
    members.put(6L, "vm-1-other");
    members.put(18L, "");

    assertThat(check()).isEmpty();
  }

  @Test
  void shouldCountFromTheEndOfAnOutageOn() {
    members.put(0L, "vm-1-former");
    members.put(3L, AWAY);
    members.put(9L, "vm-1-former");
    members.put(20L, "");

    assertThat(check()).isEmpty();
  }

  @Test
  void shouldNotBeSureWhenTheBrokerDoesNotAnswer() {
    members.put(0L, AWAY);

    assertThat(check()).isEmpty();
    assertThat(seconds()).isGreaterThanOrEqualTo(39);
  }

  @Test
  void shouldNotHoldUpATunerThatStops() {
    members.put(0L, "vm-1-other");
    stopping = true;

    assertThat(check()).isEmpty();
    assertThat(seconds()).isLessThanOrEqualTo(1);
  }

  @Test
  void shouldKnowTheNameOfAStreamThreadInTheGroup() {
    assertThat(NameCheck.memberName(new Thread("flexhb-tuner-4711-StreamThread-12"), "vm"))
        .hasValue("vm-12");
    assertThat(NameCheck.memberName(new Thread("main"), "vm")).isEmpty();
  }

  private Optional<String> check() {
    return new NameCheck(this::member, "flexhb-tuner", SESSION, () -> nanos, this::pause)
        .findLiveHolder(NAME);
  }

  private Optional<String> member(String name) throws KafkaException {
    assertThat(name).isEqualTo(NAME);
    String now = members.floorEntry(seconds()).getValue();
    if (now.equals(AWAY)) {
      throw new TimeoutException("no broker");
    }
    return now.isEmpty() ? Optional.empty() : Optional.of(now);
  }

  private boolean pause(Duration time) {
    nanos += time.toNanos();
    return !stopping;
  }

  private long seconds() {
    return Duration.ofNanos(nanos).toSeconds();
  }
}
