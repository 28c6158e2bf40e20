package io.flexhb.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TopicsTest {

  @Test
  void shouldNameAllTopicsUnderThePrefix() {
    assertThat(Topics.withPrefix("blue.").all())
        .containsExactly(
            "blue.studies.v1",
            "blue.metrics.v1",
            "blue.workers.v1",
            "blue.suggestions.v1",
            "blue.commands.v1",
            "blue.decisions.v1",
            "blue.trials.v1",
            "blue.dlq.v1",
            "blue.installation.v1");
    assertThat(Topics.defaults().metrics()).isEqualTo("flexhb.metrics.v1");
  }

  @Test
  void shouldRefuseAPrefixThatKafkaWouldRefuse() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Topics.withPrefix("a b/"))
        .withMessageContaining("'a b/studies.v1'");
  }

  @Test
  void shouldRefuseTheSameNameTwice() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Topics("a", "b", "c", "d", "e", "f", "g", "h", "a"))
        .withMessageContaining("'a' is used twice");
  }
}
