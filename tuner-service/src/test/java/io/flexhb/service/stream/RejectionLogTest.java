package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.codec.Origin;
import io.flexhb.core.study.decision.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectionLogTest {

  private static final Origin METRICS = new Origin("flexhb.metrics.v1", 3, 17);
  private static final Origin WORKERS = new Origin("flexhb.workers.v1", 0, 4);

  private final List<String> log = new ArrayList<>();
  private final RejectionLog rejections = new RejectionLog(log::add);

  @Test
  void shouldTellOfAFloodOfPoisonOnceInTenSecondsAndTopic() {
    for (int i = 0; i < 500; i++) {
      rejections.poison(bytes("mnist"), METRICS, "no schema 7", 1_000 + i);
    }
    rejections.poison(null, WORKERS, "a record needs a key", 1_500);
    rejections.poison(bytes("mnist"), METRICS, "no schema 8", 11_000);
    assertThat(log)
        .containsExactly(
            "flexhb.metrics.v1-3@17, key 'mnist', goes to the DLQ: no schema 7"
                + " (0 more of this topic since the last such line)",
            "flexhb.workers.v1-0@4, key '', goes to the DLQ: a record needs a key"
                + " (0 more of this topic since the last such line)",
            "flexhb.metrics.v1-3@17, key 'mnist', goes to the DLQ: no schema 8"
                + " (499 more of this topic since the last such line)");
  }

  @Test
  void shouldTellOfRecordsWithoutEffectOnceInTenSecondsAndKind() {
    Rejection late = new Rejection(Rejection.Kind.LATE, "100 % over");
    rejections.rejected(late, "mnist", METRICS, 0);
    rejections.rejected(late, "mnist", METRICS, 9_999);
    rejections.rejected(late, "mnist", METRICS, 10_000);
    assertThat(log)
        .containsExactly(
            "Study mnist: no effect (LATE): 100 % over"
                + " (flexhb.metrics.v1-3@17; 0 more of this kind since the last such line)",
            "Study mnist: no effect (LATE): 100 % over"
                + " (flexhb.metrics.v1-3@17; 1 more of this kind since the last such line)");
  }

  @Test
  void shouldNotTellOfDuplicates() {
    rejections.rejected(new Rejection(Rejection.Kind.DUPLICATE, "again"), "mnist", METRICS, 0);
    assertThat(log).isEmpty();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
