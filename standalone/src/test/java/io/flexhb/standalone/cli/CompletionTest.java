package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a shell completes after {@code source <(flexhb generate-completion)}. */
class CompletionTest {

  private static final Path BASH = Path.of("/bin/bash");

  @TempDir private Path folder;

  @Test
  void shouldCompleteCommandsOptionsAndTheirValues() throws Exception {
    assumeTrue(Files.isExecutable(BASH), "no /bin/bash to complete in");
    Files.writeString(script(), completion());

    assertThat(completed("flexhb", "")).contains("demo", "dev", "study", "agent");
    assertThat(completed("flexhb", "study", "ap")).containsExactly("apply");
    assertThat(completed("flexhb", "study", "apply", "--dry")).containsExactly("--dry-run");
    assertThat(completed("flexhb", "trials", "--output", "")).contains("JSON");
  }

  private Path script() {
    return folder.resolve("completion.sh");
  }

  private String completion() {
    StringWriter out = new StringWriter();
    int status =
        Cli.of(Map.of(), folder).setOut(new PrintWriter(out)).execute("generate-completion");
    assertThat(status).isZero();
    return out.toString();
  }

  /** What is offered for the last of these words. */
  private List<String> completed(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(BASH.toString(), "-c"));
    command.add(
        "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_LINE=\"$*\";"
            + " _complete_flexhb; printf '%s\\n' \"${COMPREPLY[@]}\"");
    command.add(script().toString());
    command.addAll(List.of(words));
    // There it complains that no completion goes on.
    Process shell =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(output).isZero();
    return output.lines().map(String::strip).toList();
  }
}
