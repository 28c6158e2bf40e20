package io.flexhb.standalone.cli.output;

import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;

/**
 * Where commands print their answers for people: each call of {@code println} and {@code printf} is
 * one line, whatever is in it; see {@link EscapedText}.
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
