package io.flexhb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class RefusedRecordTest {

  private static final StudyClientConfig CONFIG =
      StudyClientConfig.builder("kafka:9092", "http://registry:8081").build();

  private final MockProducer<String, byte[]> producer =
      new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());

  private static List<ProducerRecord<String, byte[]>> records() {
    return List.of(new ProducerRecord<>("flexhb.studies.v1", "s", new byte[0]));
  }

  @Test
  void shouldReturnWhereTheRecordsAre() {
    assertThat(Cluster.send(CONFIG, producer, records()))
        .singleElement()
        .satisfies(place -> assertThat(place.topic()).isEqualTo("flexhb.studies.v1"));
  }

  /** The producer's start may fail before the record is handed to it; then send itself throws. */
  @Test
  void shouldNameTheTopicWhenAProducerThatMayNotStartRefusesTheRecord() {
    producer.sendException =
        new KafkaException(
            "in an error state",
            new ClusterAuthorizationException("Cluster authorization failed."));

    assertThatThrownBy(() -> Cluster.send(CONFIG, producer, records()))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessageContaining("denies WRITE on topic flexhb.studies.v1");
  }

  @Test
  void shouldSayWhyElseARecordIsNotAccepted() {
    producer.sendException = new RecordTooLargeException("too large");

    assertThatThrownBy(() -> Cluster.send(CONFIG, producer, records()))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessage("Kafka at kafka:9092 did not accept the record: too large");
  }
}
