package io.flexhb.service.suggest;

import io.flexhb.avro.SuggestionResult;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.metrics.TunerMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends answers to the suggestions topic with a plain idempotent producer: they are inputs like any
 * other, outside the stream threads' transactions. The default partitioner picks the study's
 * partition.
 */
public final class KafkaSuggestionSink implements SuggestionSink, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaSuggestionSink.class);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;
  private final AvroCodec codec;
  private final String topic;
  private final TunerMetrics metrics;

  /**
   * @param producer owned from now on
   * @param codec not owned
   */
  public KafkaSuggestionSink(
      Producer<byte[], byte[]> producer, AvroCodec codec, String topic, TunerMetrics metrics) {
    this.producer = producer;
    this.codec = codec;
    this.topic = topic;
    this.metrics = metrics;
  }

  @Override
  public void send(SuggestionResult answer) {
    producer.send(
        new ProducerRecord<>(
            topic, answer.getStudy().getBytes(StandardCharsets.UTF_8), codec.encode(topic, answer)),
        (sent, failure) -> {
          if (failure != null) {
            metrics.suggestionFailed();
            LOG.warn(
                "Study {}: suggestion {} could not be sent; a random one will be used",
                answer.getStudy(),
                answer.getRequest(),
                failure);
          }
        });
  }

  @Override
  public void close() {
    producer.close(CLOSE_PATIENCE);
  }
}
