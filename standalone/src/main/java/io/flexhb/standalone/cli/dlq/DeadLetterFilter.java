package io.flexhb.standalone.cli.dlq;

import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.client.TopicReader;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options that select dead letters. */
final class DeadLetterFilter {

  @Option(
      names = "--study",
      paramLabel = "STUDY",
      description = "Only letters whose key is this study.")
  private String study;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Only letters found on this topic: metrics, or flexhb.metrics.v1.")
  private String topic;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Only letters whose reason contains this text.")
  private String reason;

  /** All selected dead letters, the oldest first. */
  List<DeadLetter> read(Cluster cluster) {
    List<DeadLetter> letters = new ArrayList<>();
    String dlq = cluster.config().topics().dlq();
    try (TopicReader reader = cluster.readerOfBytes(cluster.allPartitionsOf(dlq))) {
      reader.readToEnd(
          record -> {
            DeadLetter letter = new DeadLetter(record);
            if (isMeant(letter, cluster.config())) {
              letters.add(letter);
            }
          });
    }
    letters.sort(
        Comparator.comparing((DeadLetter letter) -> letter.record().timestamp())
            .thenComparing(letter -> letter.record().partition())
            .thenComparing(letter -> letter.record().offset()));
    return letters;
  }

  private boolean isMeant(DeadLetter letter, StudyClientConfig config) {
    return (study == null || study.equals(letter.keyText()))
        && (topic == null || letter.topic().equals(Optional.of(fullName(config))))
        && (reason == null || letter.reason().contains(reason));
  }

  private String fullName(StudyClientConfig config) {
    Stream<String> all = config.topics().all().stream();
    return all.filter(name -> name.equals(topic) || name.endsWith(topic + ".v1"))
        .findFirst()
        .orElseThrow(
            () ->
                CommandFailure.badInput(
                    "'" + topic + "' is not one of the topics " + config.topics().all()));
  }
}
