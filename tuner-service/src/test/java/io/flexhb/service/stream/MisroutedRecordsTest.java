package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.service.Definition;
import io.flexhb.service.config.ClientSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** The test driver has one partition, 0, whatever the settings of the topology. */
class MisroutedRecordsTest {

  private static final int PARTITIONS = 2;

  @Test
  void shouldPassARecordOnToThePartitionOfItsStudy() {
    try (TunerDriver tuner = new TunerDriver(PARTITIONS, 10)) {
      String study = studyOfPartition(1);
      tuner.ask(study, "a", 1);

      List<TestRecord<byte[], byte[]>> forwarded = tuner.raw(TunerDriver.TOPICS.workers());
      assertThat(forwarded).hasSize(1);
      assertThat(TunerDriver.key(forwarded.get(0))).isEqualTo(study);
      assertThat(TunerDriver.header(forwarded.get(0), DeadLetterHeaders.REROUTED))
          .contains(TunerDriver.TOPICS.workers() + "-0@0");
      assertThat(tuner.counted("flexhb.inputs", "outcome", "rerouted")).isEqualTo(1);
      assertThat(tuner.commands()).as("decided in the wrong place").isEmpty();
    }
  }

  @Test
  void shouldNotPassItOnTwice() {
    try (TunerDriver tuner = new TunerDriver(PARTITIONS, 10)) {
      // The driver returns the forwarded record to partition 0, where it is misrouted again.
      tuner.ask(studyOfPartition(1), "a", 1);

      List<TestRecord<byte[], byte[]>> poison = tuner.raw(TunerDriver.TOPICS.dlq());
      assertThat(poison).hasSize(1);
      assertThat(TunerDriver.header(poison.get(0), DeadLetterHeaders.REASON).orElseThrow())
          .contains("flexhb.topic.partitions");
    }
  }

  @Test
  void shouldNotPassOnWhatIsTooLargeToBeSentAgain() {
    int most = 100_000;
    byte[] huge = new byte[most + ClientSettings.OVERHEAD_BYTES / 2];
    try (TunerDriver tuner = new TunerDriver(TunerDriver.settings(PARTITIONS, 10, most))) {
      byte[] key = studyOfPartition(1).getBytes(StandardCharsets.UTF_8);
      tuner.send(TunerDriver.TOPICS.metrics(), key, huge);

      assertThat(tuner.raw(TunerDriver.TOPICS.metrics())).isEmpty();
      List<TestRecord<byte[], byte[]>> poison = tuner.raw(TunerDriver.TOPICS.dlq());
      assertThat(poison).hasSize(1);
      assertThat(TunerDriver.header(poison.get(0), DeadLetterHeaders.REASON).orElseThrow())
          .contains("partitioner=murmur2_random", "too large");
    }
  }

  @Test
  void shouldDecideOnRecordsThatLieWhereTheyBelong() {
    try (TunerDriver tuner = new TunerDriver(PARTITIONS, 10)) {
      String study = studyOfPartition(0);
      tuner.apply(study, Definition.small(study).json());
      tuner.ask(study, "a", 1);

      assertThat(tuner.said()).containsExactly("START 0/1 0..1 a");
    }
  }

  @Test
  void shouldKeepAllRecordsOfAStudyTogether() {
    for (int i = 0; i < 100; i++) {
      String study = "study-" + i;
      int partition = partition(study);
      assertThat(partition(study + "/000000000042")).isEqualTo(partition);
      assertThat(partition(study + "/7")).isEqualTo(partition);
    }
  }

  private static String studyOfPartition(int partition) {
    int i = 0;
    while (partition("s" + i) != partition) {
      i++;
    }
    return "s" + i;
  }

  private static int partition(String key) {
    return StudyPartitioner.partition(key.getBytes(StandardCharsets.UTF_8), PARTITIONS);
  }
}
