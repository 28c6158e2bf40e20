package io.flexhb.service.stream;

import io.flexhb.codec.InputCodec;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.metrics.InputLag;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.CommitSignal;
import io.flexhb.service.store.StudyStore;
import io.flexhb.service.suggest.SuggestionRequests;
import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/**
 * The stream topology: four inputs, one processor, and outputs that are all on the partition of
 * their study.
 */
public final class StudyTopology {

  /**
   * Limits and sizes.
   *
   * @param partitions partition count of every topic
   * @param heapStudies most studies kept in the heap of one task
   * @param maxRecordBytes largest record that may be sent or stored
   * @param commitInterval time between commits while inputs are few
   * @param changelog topic settings of the store's changelog
   */
  public record Settings(
      int partitions,
      int heapStudies,
      int maxRecordBytes,
      Duration commitInterval,
      Map<String, String> changelog) {}

  /**
   * Shared by all processors; thread-safe.
   *
   * @param pace the pace of the calling stream thread
   */
  record Parts(
      Topics topics,
      int partitions,
      int heapStudies,
      ThreadLocal<CommitPace> pace,
      InputCodec inputs,
      Encoding encoding,
      SuggestionRequests suggestions,
      TunerMetrics metrics,
      InputLag lag,
      InputTopics inputTopics,
      CommitSignal commits) {}

  private StudyTopology() {}

  /**
   * Builds the topology.
   *
   * @param codec not owned
   * @param inputTopics not owned
   */
  public static Topology build(
      Topics topics,
      Settings settings,
      AvroCodec codec,
      SuggestionRequests suggestions,
      TunerMetrics metrics,
      InputTopics inputTopics) {
    CommitSignal commits = new CommitSignal();
    Parts parts =
        new Parts(
            topics,
            settings.partitions(),
            settings.heapStudies(),
            CommitPace.ofThreads(settings.commitInterval()),
            new InputCodec(codec, topics),
            new Encoding(codec, topics, settings.maxRecordBytes()),
            suggestions,
            metrics,
            metrics.lag(settings.partitions()),
            inputTopics,
            commits);
    Topology topology = new Topology();
    source(topology, Nodes.STUDIES_IN, topics.studies(), parts.lag());
    source(topology, Nodes.METRICS_IN, topics.metrics(), parts.lag());
    source(topology, Nodes.WORKERS_IN, topics.workers(), parts.lag());
    source(topology, Nodes.SUGGESTIONS_IN, topics.suggestions(), parts.lag());
    topology.addProcessor(
        Nodes.STUDY,
        () -> new StudyProcessor(parts),
        Nodes.STUDIES_IN,
        Nodes.METRICS_IN,
        Nodes.WORKERS_IN,
        Nodes.SUGGESTIONS_IN);
    topology.addStateStore(StudyStore.builder(settings.changelog()), Nodes.STUDY);
    topology.addStateStore(commits.builder(), Nodes.STUDY);
    sink(topology, Nodes.COMMANDS, topics.commands());
    sink(topology, Nodes.DECISIONS, topics.decisions());
    sink(topology, Nodes.TRIALS, topics.trials());
    sink(topology, Nodes.STUDIES_OUT, topics.studies());
    sink(topology, Nodes.METRICS_OUT, topics.metrics());
    sink(topology, Nodes.WORKERS_OUT, topics.workers());
    sink(topology, Nodes.SUGGESTIONS_OUT, topics.suggestions());
    // Poison records may have no key, or one that is not a study: any partition will do.
    topology.addSink(
        Nodes.DLQ, topics.dlq(), new ByteArraySerializer(), new ByteArraySerializer(), Nodes.STUDY);
    return topology;
  }

  private static void source(Topology topology, String node, String topic, InputLag lag) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        node,
        new ArrivalTime(lag.of(topic, Nodes.kindOf(node))),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }

  private static void sink(Topology topology, String node, String topic) {
    topology.addSink(
        node,
        topic,
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        new StudyPartitioner(),
        Nodes.STUDY);
  }
}
