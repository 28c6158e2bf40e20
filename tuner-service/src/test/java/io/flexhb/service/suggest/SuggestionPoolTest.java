package io.flexhb.service.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyHeader;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import io.flexhb.service.Definition;
import io.flexhb.service.metrics.TunerMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SuggestionPoolTest {

  private static final UUID INCARNATION = new UUID(1, 1);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final TunerMetrics metrics = new TunerMetrics(meters);

  @Test
  void shouldAnswerWithCandidatesForTheRequest() throws InterruptedException {
    BlockingQueue<SuggestionResult> answers = new LinkedBlockingQueue<>();
    try (SuggestionPool pool = SuggestionPool.start(1, answers::add, metrics)) {
      pool.request(study("s"), 3);
      SuggestionResult answer = answers.poll(20, TimeUnit.SECONDS);

      assertThat(answer.getStudy()).isEqualTo("s");
      assertThat(answer.getIncarnation()).isEqualTo(INCARNATION);
      assertThat(answer.getSource()).isEqualTo(SuggestionSource.SAMPLER);
      assertThat(answer.getRequest()).isEqualTo(3);
      assertThat(answer.getCandidates()).isNotEmpty();
      assertThat(answer.getSnapshotVersion()).isEqualTo(1);
      assertThat(answer.getExplanation()).containsKey("sampler");
    }
  }

  private static Stream<Runnable> failures() {
    return Stream.of(
        () -> {
          throw new IllegalStateException("sink is broken");
        },
        () -> {
          throw new NoClassDefFoundError("sink is broken");
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void shouldGoOnAfterAFailure(Runnable failure) throws InterruptedException {
    BlockingQueue<SuggestionResult> answers = new LinkedBlockingQueue<>();
    SuggestionSink failing =
        answer -> {
          if (answer.getRequest() == 0) {
            failure.run();
          }
          answers.add(answer);
        };
    try (SuggestionPool pool = SuggestionPool.start(1, failing, metrics)) {
      pool.request(study("s"), 0);
      pool.request(study("s"), 1);

      assertThat(answers.poll(20, TimeUnit.SECONDS).getRequest()).isEqualTo(1);
      assertThat(meters.get("flexhb.suggestions.failed").counter().count()).isEqualTo(1);
    }
  }

  @Test
  void shouldComputeNothingTwiceAtTheSameTime() throws InterruptedException {
    CountDownLatch inWork = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    BlockingQueue<SuggestionResult> answers = new LinkedBlockingQueue<>();
    SuggestionSink slow =
        answer -> {
          inWork.countDown();
          await(goOn);
          answers.add(answer);
        };
    try (SuggestionPool pool = SuggestionPool.start(2, slow, metrics)) {
      pool.request(study("s"), 0);
      await(inWork);
      pool.request(study("s"), 0);
      pool.request(study("t"), 0);
      goOn.countDown();

      List<String> studies = new ArrayList<>();
      studies.add(answers.poll(20, TimeUnit.SECONDS).getStudy());
      studies.add(answers.poll(20, TimeUnit.SECONDS).getStudy());
      assertThat(studies).containsExactlyInAnyOrder("s", "t");
      assertThat(answers.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }
  }

  @Test
  void shouldTellARequestOfTheAnswersBeforeIt() throws InterruptedException {
    RequestQueue queue = new RequestQueue();
    StudyState pending = pending(study("s"), 0, 1, 2);
    queue.add(pending, 0);
    queue.add(pending, 1);
    RequestQueue.Job first = queue.take().orElseThrow();
    Configuration answer = Configuration.of(Map.of("x", 0.25));

    assertThat(first.answered()).isEmpty();
    queue.answered(first, answer);
    queue.done(first);
    assertThat(queue.take().orElseThrow().answered()).containsExactly(Map.entry(0L, answer));
  }

  @Test
  void shouldNotTellOfAnswersThatTheStudyHasTaken() throws InterruptedException {
    RequestQueue queue = new RequestQueue();
    queue.add(pending(study("s"), 0), 0);
    RequestQueue.Job first = queue.take().orElseThrow();
    queue.answered(first, Configuration.of(Map.of("x", 0.25)));
    queue.done(first);
    queue.add(pending(study("s"), 1), 1);

    assertThat(queue.take().orElseThrow().answered()).isEmpty();
  }

  @Test
  void shouldWorkForAStudyInOneThreadAtATime() throws InterruptedException {
    RequestQueue queue = new RequestQueue();
    queue.add(study("s"), 0);
    queue.add(study("s"), 1);
    queue.add(study("t"), 0);
    RequestQueue.Job first = queue.take().orElseThrow();

    assertThat(queue.take().orElseThrow().study()).isEqualTo("t");
    queue.done(first);
    assertThat(queue.take().orElseThrow().request()).isEqualTo(1);
  }

  @Test
  void shouldServeStudiesInTurns() throws InterruptedException {
    RequestQueue queue = new RequestQueue();
    queue.add(study("busy"), 0);
    queue.add(study("busy"), 1);
    queue.add(study("busy"), 2);
    queue.add(study("other"), 0);

    assertThat(List.of(next(queue), next(queue), next(queue), next(queue)))
        .containsExactly("busy/0", "other/0", "busy/1", "busy/2");
  }

  @Test
  void shouldNotServeAForgottenStudy() throws InterruptedException {
    RequestQueue queue = new RequestQueue();
    queue.add(study("gone"), 0);
    queue.add(study("s"), 0);
    queue.forget("gone");

    assertThat(next(queue)).isEqualTo("s/0");
  }

  @Test
  void shouldLetNobodyWaitOnceClosed() throws InterruptedException {
    RequestQueue queue = new RequestQueue();
    queue.close();

    assertThat(queue.take()).isEmpty();
  }

  private static String next(RequestQueue queue) throws InterruptedException {
    RequestQueue.Job job = queue.take().orElseThrow();
    queue.done(job);
    return job.study() + "/" + job.request();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static StudyState study(String name) {
    StudyEvent applied =
        new StudyEvent.Applied(
            0,
            INCARNATION,
            RequestedState.ACTIVE,
            Definition.small(name).with("sampler", "\"sobol\"").spec());
    return StudyEngine.apply(Optional.empty(), StudyEngine.decide(Optional.empty(), applied));
  }

  /** The study with these requests pending. */
  private static StudyState pending(StudyState study, long... requests) {
    TreeMap<Long, Suggestions.Pending> pending = TreeMap.empty();
    for (long request : requests) {
      pending =
          pending.put(request, new Suggestions.Pending(request, 0, new Suggestions.Data(0, 0, 0)));
    }
    StudyHeader before = study.header();
    StudyHeader header =
        new StudyHeader(
            before.spec(),
            before.incarnation(),
            before.status(),
            before.statusReason(),
            before.createdAt(),
            before.sequence(),
            before.nextParkingOrder(),
            new Suggestions(requests.length, pending, TreeMap.empty(), Vector.empty()),
            before.budget(),
            before.exhausted(),
            before.loopSources(),
            before.weightHorizon(),
            before.failing(),
            before.reopened(),
            before.imports());
    return StudyState.assemble(header, List.of(), List.of(), List.of());
  }
}
