package io.flexhb.standalone.registry;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of the server. It is read continuously, so that the server never blocks; only the last
 * lines are kept.
 */
final class ChildOutput {

  private static final int KEPT_LINES = 60;
  private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^ ]*:(\\d+)");

  private static final Pattern CAUSE_WITH_MESSAGE = Pattern.compile("Caused by: [\\w.$]+: .+");

  private final Deque<String> lastLines = new ArrayDeque<>();
  private final CompletableFuture<Integer> port = new CompletableFuture<>();

  private ChildOutput() {}

  static ChildOutput of(InputStream stream) {
    ChildOutput output = new ChildOutput();
    Thread reader = new Thread(() -> output.readAll(stream), "registry-output");
    reader.setDaemon(true);
    reader.start();
    return output;
  }

  private void readAll(InputStream stream) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      reader.lines().forEach(this::take);
      port.completeExceptionally(new IOException("its output ended before it was ready"));
    } catch (IOException | UncheckedIOException e) {
      port.completeExceptionally(e);
    }
  }

  private void take(String line) {
    synchronized (lastLines) {
      if (lastLines.size() == KEPT_LINES) {
        lastLines.removeFirst();
      }
      lastLines.addLast(line);
    }
    Matcher listening = LISTENING.matcher(line);
    if (listening.find()) {
      port.complete(Integer.parseInt(listening.group(1)));
    }
  }

  /** Completes when the server listens; fails when its output ends first. */
  CompletableFuture<Integer> port() {
    return port;
  }

  List<String> lastLines() {
    synchronized (lastLines) {
      return List.copyOf(lastLines);
    }
  }

  /** Whether one of the last lines holds the text, whatever its case. */
  boolean mentions(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return lastLines().stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).contains(wanted));
  }

  /** The line that best explains why it ended: the innermost cause, if it has a message. */
  String lastWord() {
    return last(line -> CAUSE_WITH_MESSAGE.matcher(line).find())
        .or(() -> last(line -> line.contains("Caused by") || line.contains("ERROR")))
        .or(() -> last(line -> !line.isBlank()))
        .map(line -> line.trim().replaceFirst("^Caused by: ", ""))
        .orElse("it printed nothing");
  }

  private Optional<String> last(Predicate<String> kind) {
    return lastLines().stream().filter(kind).reduce((earlier, later) -> later);
  }
}
