package io.flexhb.standalone.chaos;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.registry.AvroCodec;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.ToyStudy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Follows the committed journal: the time of each study's decisions, and the lost attempts. */
final class DecisionWatch implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(50);

  /** An attempt that the tuner declared lost. */
  record Loss(String study, long sequence, int trial, String worker, long millis) {
    @Override
    public String toString() {
      return "decision " + sequence + " of " + study + " lost trial " + trial + " of " + worker;
    }
  }

  private final Installation installation;
  private final AvroCodec codec;
  private final Map<String, Long> newest = new ConcurrentHashMap<>();
  private final Map<String, String> workers = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentLinkedQueue<Long>> seen = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Loss> losses = new ConcurrentLinkedQueue<>();
  private final AtomicLong decisions = new AtomicLong();
  private final Thread thread = new Thread(this::read, "decision-watch");
  private volatile boolean open = true;
  private volatile Optional<Throwable> failure = Optional.empty();

  DecisionWatch(Installation installation) {
    this.installation = installation;
    this.codec = AvroCodec.forValues(Map.of("schema.registry.url", installation.registry()));
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", installation.bootstrapServers(),
                "isolation.level", "read_committed",
                "enable.auto.commit", "false",
                "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      String topic = installation.topics().decisions();
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (open) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          take(codec.decode(topic, record.value(), JournalEntry.class));
        }
      }
    } catch (RuntimeException | Error failed) {
      failure = Optional.of(failed);
    }
  }

  private void take(JournalEntry entry) {
    for (JournalFact fact : entry.getFacts()) {
      String trial = entry.getStudy() + "/" + fact.getTrial();
      if (fact.getType().equals("AttemptLost")) {
        losses.add(
            new Loss(
                entry.getStudy(),
                entry.getSequence(),
                fact.getTrial(),
                workers.getOrDefault(trial, "?"),
                entry.getTime().toEpochMilli()));
      }
    }
    entry.getCommands().stream()
        .filter(command -> command.getAttempt() > 0 && !command.getWorker().isEmpty())
        .filter(command -> command.getAskSequence() >= 0)
        .forEach(
            grant -> workers.put(entry.getStudy() + "/" + grant.getTrial(), grant.getWorker()));
    seen.computeIfAbsent(entry.getStudy(), s -> new ConcurrentLinkedQueue<>())
        .add(System.currentTimeMillis());
    newest.merge(entry.getStudy(), entry.getTime().toEpochMilli(), Math::max);
    decisions.incrementAndGet();
  }

  /** Decisions read so far. */
  long decisions() {
    return decisions.get();
  }

  /**
   * The longest time in which some study was seen without a decision, of an interval: as a worker
   * sees it, commits and a poll of this reader included.
   */
  Duration longestGap(long fromMillis, long toMillis) {
    long longest = 0;
    for (ToyStudy study : installation.studies()) {
      long last = fromMillis;
      for (long time : seen.getOrDefault(study.name(), new ConcurrentLinkedQueue<>())) {
        if (time > fromMillis && time < toMillis) {
          longest = Math.max(longest, time - last);
          last = time;
        }
      }
      longest = Math.max(longest, toMillis - last);
    }
    return Duration.ofMillis(longest);
  }

  /** The attempts that were lost so far. */
  List<Loss> losses() {
    return List.copyOf(losses);
  }

  /**
   * Waits until each study was decided on after that time; returns how long that took from then on,
   * empty when it was not so within the limit.
   */
  Optional<Duration> recovered(long sinceMillis, Duration limit) {
    long deadline = System.currentTimeMillis() + limit.toMillis();
    while (System.currentTimeMillis() < deadline) {
      failure.ifPresent(
          failed -> {
            throw new IllegalStateException("the journal cannot be read", failed);
          });
      List<Long> times =
          installation.studies().stream()
              .map(ToyStudy::name)
              .map(study -> newest.getOrDefault(study, 0L))
              .toList();
      if (times.stream().allMatch(time -> time > sinceMillis)) {
        return Optional.of(Duration.ofMillis(System.currentTimeMillis() - sinceMillis));
      }
      Await.pause(Duration.ofMillis(10));
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    open = false;
    try {
      thread.join(5_000);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    codec.close();
  }
}
