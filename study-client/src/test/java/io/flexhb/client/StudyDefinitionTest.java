package io.flexhb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StudyDefinitionTest {
  private static final String JSON =
      """
      {"study": "mnist", "objective": {"metric": "error", "direction": "minimize"},
       "resource": {"max": 27}, "space": {"lr": {"type": "double", "low": 0, "high": 1}}, "limits": {"loops": 1}}
      """;

  @Test
  void shouldSendWhatWasGiven() {
    StudyDefinition definition = StudyDefinition.ofJson(JSON);

    assertThat(definition.spec().study()).isEqualTo("mnist");
    assertThat(definition.json()).isEqualTo(JSON);
  }

  @Test
  void shouldTellAllThatIsWrongAtOnce() {
    assertThatThrownBy(() -> StudyDefinition.of("mnist.yaml", Map.of("study", "mnist", "sed", 1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("mnist.yaml has ")
        .hasMessageContaining("nothing was sent")
        .hasMessageContaining("sed")
        .hasMessageContaining("space");
    assertThatThrownBy(() -> StudyDefinition.ofJson("{"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("is not a JSON object");
  }

  @Test
  void shouldNameTheStudyWhoseRecordHoldsNone() {
    Study study = new Study("mnist", new UUID(1, 2), RequestedState.ACTIVE, "{}", Instant.EPOCH);

    assertThatThrownBy(() -> StudyDefinition.specOf(study))
        .isInstanceOf(RequestRefusedException.class)
        .hasMessageContaining("the definition of study mnist is invalid; apply a valid one");
  }
}
