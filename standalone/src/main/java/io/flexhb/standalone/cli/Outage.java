package io.flexhb.standalone.cli;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells that somebody has fallen silent, and that the silence is over: once each. */
final class Outage {

  /** Silence that is worth telling; an idle broker answers twice a second. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final String who;
  private final Consumer<String> tell;
  private final LongSupplier nanos;
  private long answers;
  private long lastAnswer;
  private boolean told;

  /**
   * @param who is listened to, the begin of each message
   * @param nanos a clock, as {@link System#nanoTime}
   */
  Outage(String who, Consumer<String> tell, LongSupplier nanos) {
    this.who = who;
    this.tell = tell;
    this.nanos = nanos;
    this.lastAnswer = nanos.getAsLong();
  }

  /**
   * To be called often.
   *
   * @param answersSoFar how many there were; fewer than before when it is counted anew
   */
  void heard(long answersSoFar) {
    long now = nanos.getAsLong();
    Duration silence = Duration.ofNanos(now - lastAnswer);
    if (answersSoFar > answers) {
      if (told) {
        tell.accept(who + " answers again, after " + silence.toSeconds() + " s");
      }
      lastAnswer = now;
      told = false;
    } else if (!told && silence.compareTo(PATIENCE) > 0) {
      tell.accept(
          who + " has not answered for " + silence.toSeconds() + " s; waiting until it does");
      told = true;
    }
    answers = answersSoFar;
  }
}
