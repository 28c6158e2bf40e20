package io.flexhb.service.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.core.study.RequestedState;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.core.study.StudyState;
import io.flexhb.service.Definition;
import io.flexhb.service.metrics.TunerMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
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
    return job.snapshot().spec().study() + "/" + job.request();
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
}
