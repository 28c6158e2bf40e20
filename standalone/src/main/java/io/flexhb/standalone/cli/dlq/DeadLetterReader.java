package io.flexhb.standalone.cli.dlq;

import io.flexhb.client.Cluster;
import io.flexhb.client.TopicReader;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Reads dead letters by their position on the dead-letter topic. */
final class DeadLetterReader {

  private DeadLetterReader() {}

  /**
   * The dead letters at these positions, in this order.
   *
   * @throws CommandFailure naming the positions without a dead letter
   */
  static List<DeadLetter> at(Cluster cluster, List<DeadLetter.Place> places) {
    String dlq = cluster.config().topics().dlq();
    Set<TopicPartition> partitions = new LinkedHashSet<>();
    places.forEach(place -> partitions.add(new TopicPartition(dlq, place.partition())));
    partitions.retainAll(cluster.allPartitionsOf(dlq));
    Map<DeadLetter.Place, DeadLetter> found = new LinkedHashMap<>();
    places.forEach(place -> found.put(place, null));
    try (TopicReader reader = cluster.readerOfBytes(List.copyOf(partitions))) {
      reader.readToEnd(
          record -> {
            DeadLetter letter = new DeadLetter(record);
            if (found.containsKey(letter.place())) {
              found.put(letter.place(), letter);
            }
          });
    }
    List<DeadLetter.Place> empty =
        found.keySet().stream().filter(place -> found.get(place) == null).toList();
    if (!empty.isEmpty()) {
      throw CommandFailure.no(
          "there is no dead letter at " + empty + "; 'flexhb dlq list' shows all");
    }
    return List.copyOf(found.values());
  }
}
