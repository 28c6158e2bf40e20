package io.flexhb.service.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.streams.KafkaStreams;

/** What Kafka Streams and the JVM measure of themselves. */
public final class ProcessMeters implements AutoCloseable {

  /** How soon the meters of a thread or partition that came later are there. */
  private static final Duration REFRESH = Duration.ofSeconds(5);

  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final ScheduledExecutorService refresher =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "flexhb-kafka-meters");
            thread.setDaemon(true);
            return thread;
          });
  private final KafkaStreamsMetrics kafka;

  private ProcessMeters(KafkaStreams streams) {
    kafka = new KafkaStreamsMetrics(streams, List.of(), refresher, REFRESH);
  }

  /**
   * Registers them until they are closed. The registry should be one of {@link ScrapedRegistry}, or
   * filter for itself: they are some 700.
   */
  public static ProcessMeters bind(MeterRegistry registry, KafkaStreams streams) {
    ProcessMeters meters = new ProcessMeters(streams);
    meters.collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    meters.kafka.bindTo(registry);
    return meters;
  }

  @Override
  public void close() {
    kafka.close();
    refresher.shutdownNow();
    collections.close();
  }
}
