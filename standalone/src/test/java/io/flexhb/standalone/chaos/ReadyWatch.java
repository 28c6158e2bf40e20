package io.flexhb.standalone.chaos;

import io.flexhb.standalone.it.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Asks one tuner again and again whether it is ready, and keeps every answer. Thread-safe. */
final class ReadyWatch implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /**
   * One question.
   *
   * @param askedMillis before it was sent
   * @param answeredMillis after the answer was read
   * @param answer as given
   */
  record Sample(long askedMillis, long answeredMillis, Answer answer) {}

  /** What a tuner may say. */
  enum Answer {
    /** It decides: 200. */
    READY,
    /** It does not: 503. */
    NOT_READY,
    /** Nobody is there. */
    NONE
  }

  private final HttpRequest request;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();
  private final ConcurrentLinkedQueue<Sample> samples = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean open = true;
  private volatile Sample newest = new Sample(0, 0, Answer.NONE);

  /**
   * @param tuner its name
   * @param pages where it would answer
   */
  ReadyWatch(String tuner, URI pages) {
    request = HttpRequest.newBuilder(pages.resolve("/readyz")).timeout(ANSWER).build();
    thread = new Thread(this::ask, "ready-" + tuner);
    thread.setDaemon(true);
    thread.start();
  }

  private void ask() {
    while (open) {
      long asked = System.currentTimeMillis();
      Answer answer = answer();
      newest = new Sample(asked, System.currentTimeMillis(), answer);
      samples.add(newest);
      Await.pause(PAUSE);
    }
  }

  private Answer answer() {
    try {
      int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      return status == 200 ? Answer.READY : Answer.NOT_READY;
    } catch (IOException nobody) {
      return Answer.NONE;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Answer.NONE;
    }
  }

  /** Whether it said so in answer to a question that was asked after that time. */
  boolean isReadySince(long millis) {
    Sample last = newest;
    return last.askedMillis() > millis && last.answer() == Answer.READY;
  }

  /** The answers to questions that were asked after the one time and answered before the other. */
  List<Sample> within(long fromMillis, long toMillis) {
    List<Sample> within = new ArrayList<>();
    for (Sample sample : samples) {
      if (sample.askedMillis() > fromMillis && sample.answeredMillis() < toMillis) {
        within.add(sample);
      }
    }
    return within;
  }

  @Override
  public void close() {
    open = false;
    try {
      thread.join(ANSWER.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
