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

/** The meters of Kafka Streams and of the JVM. */
public final class ProcessMeters implements AutoCloseable {

  /** How soon the meters of a new thread or partition appear. */
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

  private ProcessMeters(ScrapedStreams streams) {
    kafka = new KafkaStreamsMetrics(streams, List.of(), refresher, REFRESH);
  }

  /**
   * Registers the meters until they are closed. Those of the JVM are many, so the registry should
   * come from {@link ScrapedRegistry} or filter them itself.
   */
  public static ProcessMeters bind(MeterRegistry registry, ScrapedStreams streams) {
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
