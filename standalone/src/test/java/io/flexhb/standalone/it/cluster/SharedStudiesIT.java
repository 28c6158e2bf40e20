package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.load.LoadPlan;
import io.flexhb.load.LoadResult;
import io.flexhb.load.TrainerSimulator;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tuners that share the studies, come and go. */
@Timeout(180)
class SharedStudiesIT {

  private static final int STUDIES = 8;
  private static final int SLOTS = 2;
  private static final double REPORTS_PER_SECOND = 60;

  /** The broker's shortest, so that the test need not wait for the usual one. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "flexhb.topic.partitions", "4",
          "flexhb.threads", "1",
          "kafka.main.consumer.session.timeout.ms", "6000",
          "kafka.main.consumer.heartbeat.interval.ms", "1000");

  private final List<ToyStudy> studies =
      IntStream.range(0, STUDIES)
          .mapToObj(
              i ->
                  ToyStudy.named("shared-" + i)
                      .with("objective", "{\"metric\": \"value\", \"direction\": \"minimize\"}")
                      .with(
                          "space",
                          "{\"x\": {\"type\": \"double\", \"low\": -10, \"high\": 10},"
                              + " \"y\": {\"type\": \"double\", \"low\": 0, \"high\": 20},"
                              + " \"z\": {\"type\": \"double\", \"low\": 0, \"high\": 10}}")
                      .with("sampler", "\"fgf\"")
                      .with("limits", "{\"loops\": 1}"))
          .toList();

  @Test
  void shouldEndAllStudiesThoughOneTunerLeavesAndAnotherStops() {
    try (TunerHarness harness = TunerHarness.on(BrokerForTests.shared(), SETTINGS);
        TunerService leaves = harness.startTuner("leaves");
        TunerService stops = harness.startTuner("stops");
        TunerService stays = harness.startTuner("stays");
        Journals journals = new Journals(harness, studies)) {
      studies.forEach(harness::apply);
      CompletableFuture<LoadResult> workers = train(harness);
      journals.until(
          "decisions of all tuners",
          () -> decisions(leaves) > 0 && decisions(stops) > 0 && decisions(stays) > 0);

      leaves.drain();
      assertThat(leaves.state()).isEqualTo(TunerService.State.STOPPED);
      journals.eachGoesOn("after one left");

      stop(stops);
      journals.eachGoesOn("after one stopped");

      journals.until("the end of all studies", journals::areOver);
      Await.until(() -> "workers were not let go", workers::isDone);
      assertThat(workers.join().releasedSlots()).isEqualTo(STUDIES * SLOTS);
      assertThat(stays.failure()).isEmpty();
      List<StudyState> states = StudyAssertions.assertExactlyOnce(harness, studies);
      assertThat(states.stream().flatMap(state -> state.trials().toJavaStream()))
          .as("trials suggested by models, beside the stream threads")
          .anyMatch(trial -> trial.origin().equals("fgf"));
      assertThat(states)
          .allSatisfy(
              state -> {
                assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
                assertThat(state.trials().toJavaStream().mapToInt(t -> t.failures()).sum())
                    .as("attempts lost")
                    .isZero();
              });
    }
  }

  /** It stays a member of the group until its session is over. */
  private static void stop(TunerService tuner) {
    tuner.close();
    assertThat(tuner.state()).isEqualTo(TunerService.State.STOPPED);
  }

  private CompletableFuture<LoadResult> train(TunerHarness harness) {
    LoadPlan plan =
        LoadPlan.builder(studies.stream().map(ToyStudy::name).toList())
            .slotsPerStudy(SLOTS)
            .reportsPerSecond(REPORTS_PER_SECOND)
            .duration(Duration.ofMinutes(2))
            .build();
    CompletableFuture<LoadResult> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(new TrainerSimulator(plan, harness.workerConfig("fleet")).run());
              } catch (RuntimeException | Error failed) {
                result.completeExceptionally(failed);
              }
            },
            "fleet");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static double decisions(TunerService tuner) {
    return tuner.metrics().registry().get("flexhb.decisions").counter().count();
  }

  /** The journals of all studies, read by one thread. */
  private record Journals(List<JournalTail> tails) implements AutoCloseable {

    Journals(TunerHarness harness, List<ToyStudy> studies) {
      this(studies.stream().map(harness::journal).toList());
    }

    void until(String what, java.util.function.BooleanSupplier condition) {
      Await.until(
          () -> "awaiting " + what + ": " + tails.stream().map(JournalTail::progress).toList(),
          () -> {
            tails.forEach(JournalTail::poll);
            return condition.getAsBoolean();
          });
    }

    /** Each study that is not over is decided on by somebody. */
    void eachGoesOn(String when) {
      tails.forEach(JournalTail::poll);
      List<Integer> before = tails.stream().map(tail -> tail.entries().size()).toList();
      until(
          "the next decision of each study " + when,
          () ->
              IntStream.range(0, tails.size())
                  .allMatch(
                      i -> tails.get(i).isOver() || tails.get(i).entries().size() > before.get(i)));
    }

    boolean areOver() {
      return tails.stream().allMatch(JournalTail::isOver);
    }

    @Override
    public void close() {
      tails.forEach(JournalTail::close);
    }
  }
}
