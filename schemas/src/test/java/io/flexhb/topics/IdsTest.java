package io.flexhb.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  @Test
  void shouldReturnAGoodIdAsItCame() {
    String longest = "a".repeat(Ids.MAX_LENGTH);
    assertThat(Ids.checkStudy("mnist.v2_A-1")).isEqualTo("mnist.v2_A-1");
    assertThat(Ids.checkWorker(longest)).isEqualTo(longest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a/b", "a b", "ä", "a\n"})
  void shouldRefuseWhatIsNoIdAndSayWhatIs(String id) {
    assertThat(Ids.isValid(id)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ids.checkStudy(id))
        .withMessageStartingWith("study id '")
        .withMessageContaining("A-Z a-z 0-9 . _ -");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "-", "-rf", "--help"})
  void shouldNameNothingNewWhatAShellTakesForSomethingElse(String id) {
    assertThat(Ids.isNameable(id)).isFalse();
    assertThat(Ids.isValid(id)).as("what is named so already is still read").isTrue();
    assertThat(Ids.checkStudy(id)).isEqualTo(id);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ids.checkNewStudy(id))
        .withMessageStartingWith("study id '" + id + "'")
        .withMessageContaining("not '.' or '..'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ids.checkWorker(id))
        .withMessageStartingWith("worker id '" + id + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "...", ".hidden", "_", "a-rf", "0"})
  void shouldNameSomethingNewWhateverElseIsInTheForm(String id) {
    assertThat(Ids.checkNewStudy(id)).isEqualTo(id);
  }

  @Test
  void shouldRefuseAnIdThatIsTooLong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ids.checkWorker("a".repeat(Ids.MAX_LENGTH + 1)))
        .withMessageStartingWith("worker id");
  }
}
