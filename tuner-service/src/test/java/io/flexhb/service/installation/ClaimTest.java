package io.flexhb.service.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimTest {

  private static final Map<String, String> IDS = Map.of("metrics", "1");

  private static Claim first(String application) {
    return Claim.first(application, 2, IDS, "by");
  }

  @Test
  void shouldGiveTopicsToTheFirstOfTwoThatClaimThemAtOnce() {
    assertThat(Claim.current(List.of(first("a"), first("b"))).map(Claim::applicationId))
        .contains("a");
  }

  @Test
  void shouldNeverReturnToALoserWhateverFollows() {
    Claim a = first("a");
    Claim b = first("b");

    assertThat(Claim.current(List.of(a, b, a.upgraded(3, "by"))).map(Claim::storeVersion))
        .contains(3);
    assertThat(Claim.current(List.of(a, b.upgraded(3, "by"), b)).map(Claim::applicationId))
        .contains("b");
  }

  @Test
  void shouldIgnoreAClaimThatSkipsOne() {
    Claim far = first("b").upgraded(3, "by").upgraded(4, "by");

    assertThat(Claim.current(List.of(first("a"), far)).map(Claim::applicationId)).contains("a");
    assertThat(Claim.current(List.of(far))).isEmpty();
  }

  @Test
  void shouldTellEachTakeOverFromTheOneBefore() {
    Claim once = first("a").takenOver("b", 2, IDS, "by");
    Claim twice = once.takenOver("b", 2, IDS, "by");

    assertThat(once.takeOver()).isNotEmpty().isNotEqualTo(twice.takeOver());
    assertThat(once.upgraded(3, "by").takeOver()).isEqualTo(once.takeOver());
    assertThat(Claim.current(List.of(first("a"), once, twice))).contains(twice);
  }

  @Test
  void shouldBeTheSameAfterItsTopic() {
    Claim claim = first("a").takenOver("b", 2, IDS, "by");

    assertThat(Claim.fromWire(claim.toWire())).isEqualTo(claim);
  }
}
