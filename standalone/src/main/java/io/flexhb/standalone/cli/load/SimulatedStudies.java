package io.flexhb.standalone.cli.load;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyClientException;
import io.flexhb.client.TunerAnswer;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.study.StudyFile;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;

/** Studies of the toy function, created for a load and deleted after it. */
final class SimulatedStudies {
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(20);

  /** A tuner that has just started, on a busy machine, accepts at least this many in a second. */
  private static final int ACCEPTED_PER_SECOND = 100;

  private final StudyClient client;
  private final List<Study> studies;
  private final Consumer<String> tell;
  private boolean sent;

  /**
   * Sends nothing yet.
   *
   * @param names of the studies; the seed of each is its index
   * @param tell receives a message about studies that cannot be deleted
   */
  SimulatedStudies(
      StudyClient client, String algorithm, List<String> names, Consumer<String> tell) {
    this.client = client;
    this.tell = tell;
    this.studies =
        IntStream.range(0, names.size()).mapToObj(i -> study(names.get(i), i, algorithm)).toList();
  }

  private static Study study(String name, int seed, String algorithm) {
    Map<String, Object> space = new LinkedHashMap<>();
    space.put("x", Map.of("type", "double", "low", -10, "high", 10));
    space.put("y", Map.of("type", "double", "low", 0, "high", 20));
    space.put("z", Map.of("type", "double", "low", 0, "high", 10));
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", name);
    tree.put("objective", Map.of("metric", "value", "direction", "minimize"));
    tree.put("resource", Map.of("max", 81));
    tree.put("seed", seed);
    tree.put("algorithm", algorithm);
    tree.put("space", space);
    tree.put("limits", Map.of("loops", 1_000_000));
    return new Study(
        name,
        UUID.randomUUID(),
        RequestedState.ACTIVE,
        StudyFile.of("the simulated study", tree).json(),
        Instant.now());
  }

  /** The time in which a tuner accepts that many studies, unless it is overloaded. */
  static Duration usualWait(int studies) {
    return SHORTEST_WAIT.plusSeconds(studies / ACCEPTED_PER_SECOND);
  }

  /**
   * Creates all studies.
   *
   * @param wait until a tuner has accepted all of them; zero = not at all
   * @throws CommandFailure when no tuner has in time
   */
  void create(Duration wait) {
    sent = true;
    List<TunerAnswer> answers = client.send(studies, wait);
    long missing =
        answers.stream().filter(answer -> !(answer instanceof TunerAnswer.Decided)).count();
    if (missing > 0 && !wait.isZero()) {
      throw CommandFailure.environment(
          "no tuner accepted "
              + missing
              + " of "
              + studies.size()
              + " studies within "
              + wait.toSeconds()
              + " s. Start one with 'flexhb tuner' or 'flexhb dev'; if one is overloaded, give it"
              + " more time with --wait.",
          null);
    }
  }

  /** Deletes the created studies. A failure here must not hide an earlier failure. */
  void delete() {
    if (!sent) {
      return;
    }
    // An interrupted command must clean up as well.
    boolean interrupted = Thread.interrupted();
    try {
      client.send(studies.stream().map(SimulatedStudies::deletion).toList(), Duration.ZERO);
    } catch (StudyClientException | KafkaException e) {
      tell.accept(
          "the simulated studies, "
              + studies.get(0).getStudy()
              + (studies.size() > 1 ? " to -" + (studies.size() - 1) : "")
              + ", could not be deleted ("
              + e.getMessage()
              + "); 'flexhb study delete' does it when Kafka answers");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Study deletion(Study study) {
    return new Study(
        study.getStudy(),
        study.getIncarnation(),
        RequestedState.DELETED,
        study.getDefinition(),
        Instant.now());
  }
}
