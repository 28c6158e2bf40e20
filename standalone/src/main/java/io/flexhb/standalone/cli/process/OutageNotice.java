package io.flexhb.standalone.cli.process;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Tells of something that does not go on, again each minute, and that it does again. */
public final class OutageNotice {

  /** Silence that is worth telling; an idle broker answers twice a second. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration EVERY = Duration.ofMinutes(1);

  private final Duration patience;
  private final Words words;
  private final Consumer<String> tell;
  private final LongSupplier nanos;
  private long answers;
  private long lastWell;
  private long lastTold;
  private boolean told;

  /**
   * How it is told.
   *
   * @param who the begin of each message
   * @param well what he does when all is well again
   * @param ill what he has not done until now
   * @param remark the end of a message about that, asked for each
   */
  private record Words(String who, String well, String ill, Supplier<String> remark) {}

  private OutageNotice(Duration patience, Words words, Consumer<String> tell, LongSupplier nanos) {
    this.patience = patience;
    this.words = words;
    this.tell = tell;
    this.nanos = nanos;
    this.lastWell = nanos.getAsLong();
  }

  /**
   * Of one who answers, or falls silent.
   *
   * @param who the begin of each message
   * @param nanos a clock, as {@link System#nanoTime}
   */
  public static OutageNotice ofAnswers(String who, Consumer<String> tell, LongSupplier nanos) {
    return new OutageNotice(
        PATIENCE,
        new Words(who, "answers again", "has not answered", () -> "waiting until it does"),
        tell,
        nanos);
  }

  /**
   * Of a tuner that decides, or does not.
   *
   * @param why it may not do so, asked for each message
   */
  static OutageNotice ofTuner(
      Duration patience, Supplier<String> why, Consumer<String> tell, LongSupplier nanos) {
    return new OutageNotice(
        patience, new Words("The tuner", "decides", "has not decided", why), tell, nanos);
  }

  /**
   * To be called often.
   *
   * @param answersSoFar how many there were; fewer than before when it is counted anew
   */
  public void heard(long answersSoFar) {
    update(answersSoFar > answers);
    answers = answersSoFar;
  }

  /** To be called instead while silence is no sign of an outage. */
  void excuse() {
    if (!told) {
      lastWell = nanos.getAsLong();
    }
  }

  /**
   * To be called often.
   *
   * @param well whether it goes on
   */
  void update(boolean well) {
    long now = nanos.getAsLong();
    Duration silence = Duration.ofNanos(now - lastWell);
    if (well) {
      if (told) {
        tell.accept(words.who() + " " + words.well() + ", after " + silence.toSeconds() + " s");
      }
      lastWell = now;
      told = false;
    } else if (silence.compareTo(patience) > 0 && (!told || now - lastTold >= EVERY.toNanos())) {
      tell.accept(
          words.who()
              + " "
              + words.ill()
              + " for "
              + silence.toSeconds()
              + " s; "
              + words.remark().get());
      told = true;
      lastTold = now;
    }
  }
}
