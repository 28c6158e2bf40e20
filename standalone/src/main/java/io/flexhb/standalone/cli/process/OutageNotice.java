package io.flexhb.standalone.cli.process;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reports when something makes no progress, repeats this each minute, and reports its recovery. */
public final class OutageNotice {

  /** Silence after which an outage is reported; an idle broker answers twice a second. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration EVERY = Duration.ofMinutes(1);

  private final Duration patience;
  private final Words words;
  private final Consumer<String> log;
  private final LongSupplier nanos;
  private long answers;
  private long lastProgress;
  private long lastReport;
  private boolean reported;

  /**
   * The wording of the messages.
   *
   * @param subject the start of each message
   * @param recovered says that the outage is over
   * @param stalled says what has not happened
   * @param remark the end of a message about an outage, computed for each
   */
  private record Words(String subject, String recovered, String stalled, Supplier<String> remark) {}

  private OutageNotice(Duration patience, Words words, Consumer<String> log, LongSupplier nanos) {
    this.patience = patience;
    this.words = words;
    this.log = log;
    this.nanos = nanos;
    this.lastProgress = nanos.getAsLong();
  }

  /**
   * A notice about a service that stops answering.
   *
   * @param subject the start of each message
   * @param nanos a clock, as {@link System#nanoTime}
   */
  public static OutageNotice ofAnswers(String subject, Consumer<String> log, LongSupplier nanos) {
    return new OutageNotice(
        PATIENCE,
        new Words(subject, "answers again", "has not answered", () -> "waiting until it does"),
        log,
        nanos);
  }

  /**
   * A notice about a tuner that stops deciding.
   *
   * @param why a possible reason, computed for each message
   */
  static OutageNotice ofTuner(
      Duration patience, Supplier<String> why, Consumer<String> log, LongSupplier nanos) {
    return new OutageNotice(
        patience, new Words("The tuner", "decides", "has not decided", why), log, nanos);
  }

  /**
   * Call this often.
   *
   * @param answersSoFar the number of answers; it falls when the count is restarted
   */
  public void onAnswers(long answersSoFar) {
    update(answersSoFar > answers);
    answers = answersSoFar;
  }

  /** Call this instead while silence does not indicate an outage. */
  void excuse() {
    if (!reported) {
      lastProgress = nanos.getAsLong();
    }
  }

  /**
   * Call this often.
   *
   * @param progressing whether there is progress
   */
  void update(boolean progressing) {
    long now = nanos.getAsLong();
    Duration silence = Duration.ofNanos(now - lastProgress);
    if (progressing) {
      if (reported) {
        log.accept(
            words.subject() + " " + words.recovered() + ", after " + silence.toSeconds() + " s");
      }
      lastProgress = now;
      reported = false;
    } else if (silence.compareTo(patience) > 0
        && (!reported || now - lastReport >= EVERY.toNanos())) {
      log.accept(
          words.subject()
              + " "
              + words.stalled()
              + " for "
              + silence.toSeconds()
              + " s; "
              + words.remark().get());
      reported = true;
      lastReport = now;
    }
  }
}
