package io.flexhb.emitter.agent.params;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandTemplateTest {

  private static final Map<String, String> VALUES =
      Map.of("lr", "0.1", "opt", "a b; rm -rf $HOME", "nesterov", "true", "amsgrad", "false");

  @Test
  void shouldKeepEachWordOneWord() {
    assertThat(render("python", "train.py", "--lr={lr}", "--opt", "{opt}", "x{lr}y{opt}"))
        .containsExactly(
            "python",
            "train.py",
            "--lr=0.1",
            "--opt",
            "a b; rm -rf $HOME",
            "x0.1ya b; rm -rf $HOME");
  }

  @Test
  void shouldNotReadValuesAsTemplates() {
    assertThat(new CommandTemplate(List.of("{a}", "{b}")).render(Map.of("a", "{b}", "b", "1")))
        .containsExactly("{b}", "1");
  }

  @Test
  void shouldLeaveOutWhatIsNotActiveWithItsFlag() {
    assertThat(render("t", "--momentum", "{momentum}", "--lr", "{lr}"))
        .containsExactly("t", "--lr", "0.1");
    assertThat(render("t", "--momentum={momentum}", "-v")).containsExactly("t", "-v");
    assertThat(render("t", "file", "{momentum}")).containsExactly("t", "file");
    assertThat(render("t", "--lr={lr}", "{momentum}")).containsExactly("t", "--lr=0.1");
    assertThat(render("t", "--a", "{momentum}", "{momentum}")).containsExactly("t");
  }

  @Test
  void shouldSetSwitches() {
    assertThat(render("t", "{nesterov?--nesterov}", "{amsgrad?--amsgrad}", "{gone?--gone}"))
        .containsExactly("t", "--nesterov");
  }

  @Test
  void shouldLeaveOtherBracesAlone() {
    assertThat(render("t", "{\"lr\": 1}", "{{lr}}", "${x y}", "{}"))
        .containsExactly("t", "{\"lr\": 1}", "{lr}", "${x y}", "{}");
  }

  @Test
  void shouldNameWhatNothingBelongsTo() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new CommandTemplate(List.of("t", "--lr={learning}")).check(Set.of("lr", "until")))
        .withMessageContaining("[learning]")
        .withMessageContaining("[lr, until]");
    new CommandTemplate(List.of("t", "{lr}", "{{learning}}")).check(Set.of("lr"));
  }

  @Test
  void shouldReplaceNothingInALiteral() {
    assertThat(CommandTemplate.literal(List.of("sh", "-c", "echo {lr}")).render(VALUES))
        .containsExactly("sh", "-c", "echo {lr}");
  }

  private static List<String> render(String... words) {
    return new CommandTemplate(List.of(words)).render(VALUES);
  }
}
