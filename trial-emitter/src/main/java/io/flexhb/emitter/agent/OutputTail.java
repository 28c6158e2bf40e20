package io.flexhb.emitter.agent;

import java.util.ArrayDeque;
import java.util.Deque;

/** The end of an output, for messages. Thread-safe. */
final class OutputTail {

  private static final int MOST_LINES = 20;
  private static final int MOST_CHARACTERS = 1_500;
  private static final int LONGEST_LINE = 300;

  private final Deque<String> lines = new ArrayDeque<>();

  synchronized void add(String line) {
    if (line.isBlank()) {
      return;
    }
    lines.addLast(
        line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE - 3) + "...");
    if (lines.size() > MOST_LINES) {
      lines.removeFirst();
    }
  }

  /** The newest lines that fit into a message. */
  synchronized String text() {
    StringBuilder text = new StringBuilder();
    var newestFirst = lines.descendingIterator();
    while (newestFirst.hasNext()) {
      String line = newestFirst.next();
      if (text.length() + line.length() > MOST_CHARACTERS) {
        break;
      }
      text.insert(0, text.length() == 0 ? line : line + "\n");
    }
    return text.toString();
  }
}
