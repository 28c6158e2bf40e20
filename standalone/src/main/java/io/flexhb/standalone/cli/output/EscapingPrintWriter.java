package io.flexhb.standalone.cli.output;

import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;

/**
 * Writes the answers of commands for people. Each call of {@code println} and {@code printf} prints
 * one line, whatever it contains; see {@link EscapedText}.
 */
final class EscapingPrintWriter extends PrintWriter {

  EscapingPrintWriter(PrintWriter out) {
    super(out);
  }

  @Override
  public void print(String text) {
    super.print(EscapedText.line(text));
  }

  @Override
  public void println(String text) {
    super.println(EscapedText.line(text));
  }

  @Override
  public void println(Object text) {
    println(String.valueOf(text));
  }

  /** One line that ends with {@code %n}, or a part of one. */
  @Override
  public PrintWriter format(String format, Object... values) {
    String text = String.format(format, values);
    if (text.endsWith(System.lineSeparator())) {
      println(text.substring(0, text.length() - System.lineSeparator().length()));
    } else {
      print(text);
    }
    return this;
  }

  @Override
  public PrintWriter printf(String format, Object... values) {
    return format(format, values);
  }
}
