package io.flexhb.emitter.agent.output;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Splits the bytes of an output stream into lines. Progress bars redraw a line with carriage
 * returns or backspaces: each version is passed on as one that may still change. Colors and cursor
 * movements are removed. Not thread-safe.
 */
public final class LineSplitter {

  /** The rest of a longer line is dropped: no list of metrics is as long. */
  static final int LONGEST_LINE = 65_536;

  private static final Pattern ESCAPES =
      Pattern.compile("\\x1B(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1B]*(?:\\x07|\\x1B\\\\)|[@-Z_])");

  private final Sink sink;
  private byte[] line = new byte[256];
  private int length;
  private boolean afterReturn;

  /** Receives the lines. */
  public interface Sink {

    /**
     * Takes a line without its end.
     *
     * @param isFinal false when the line may be redrawn and its numbers may still change
     */
    void line(String text, boolean isFinal);
  }

  /** Sends lines to the sink. */
  public LineSplitter(Sink sink) {
    this.sink = sink;
  }

  /** Takes the next bytes. */
  public void accept(byte[] bytes, int from, int count) {
    for (int i = from; i < from + count; i++) {
      accept(bytes[i]);
    }
  }

  /** Handles the end of the stream: an unterminated rest is a line too. */
  public void end() {
    emit(true);
  }

  private void accept(byte next) {
    switch (next) {
      case '\n' -> {
        emit(true);
        afterReturn = false;
      }
      case '\r', '\b' -> {
        if (afterReturn) {
          emit(false);
        }
        afterReturn = true;
      }
      default -> {
        if (afterReturn) {
          emit(false);
          afterReturn = false;
        }
        append(next);
      }
    }
  }

  private void append(byte next) {
    if (length == LONGEST_LINE) {
      return;
    }
    if (length == line.length) {
      line = java.util.Arrays.copyOf(line, Math.min(LONGEST_LINE, 2 * length));
    }
    line[length++] = next;
  }

  private void emit(boolean isFinal) {
    if (length > 0) {
      String text = new String(line, 0, length, StandardCharsets.UTF_8);
      length = 0;
      sink.line(text.indexOf('\u001B') < 0 ? text : ESCAPES.matcher(text).replaceAll(""), isFinal);
    }
  }
}
