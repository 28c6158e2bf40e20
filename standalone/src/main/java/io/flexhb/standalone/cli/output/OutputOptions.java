package io.flexhb.standalone.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code -o json|text}, and the streams for answers and notes. */
public final class OutputOptions {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Forms of an answer. */
  enum Format {
    TEXT,
    JSON
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      defaultValue = "text",
      description = "Output format: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  /** Whether the user asked for JSON. */
  public boolean isJson() {
    return format == Format.JSON;
  }

  /** Standard output of the command, without escaping. */
  public PrintWriter out() {
    return command.commandLine().getOut();
  }

  PrintWriter err() {
    return command.commandLine().getErr();
  }

  /** Prints the answer as one JSON document or as text. */
  public void answer(Object json, Consumer<PrintWriter> text) {
    if (isJson()) {
      out().println(write(json, JSON.writerWithDefaultPrettyPrinter()));
    } else {
      text.accept(new EscapingPrintWriter(out()));
    }
    out().flush();
  }

  /** Prints one line of a stream: a JSON object or text. */
  public void line(Object json, String text) {
    out().println(isJson() ? write(json, JSON.writer()) : EscapedText.line(text));
    out().flush();
  }

  /** Prints a note that is not part of the answer. */
  public void note(String line) {
    err().println(EscapedText.line(line));
    err().flush();
  }

  private static String write(Object json, ObjectWriter writer) {
    try {
      // Jackson escapes what JSON requires. Other terminal controls may be escaped in JSON, too.
      return EscapedText.lines(writer.writeValueAsString(json).replace("\r\n", "\n"));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
