package io.flexhb.service.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.streams.KafkaStreams;

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
  private final KafkaClientMetrics kafka;

  private ProcessMeters(KafkaStreams streams) {
    kafka = new KafkaClientMetrics(keptOf(streams), List.of(), refresher, REFRESH);
  }

  /**
   * A client for the binder, which asks it for its metrics and for nothing else. Kafka Streams has
   * more than a hundred per partition. The binder would offer each of them to the registry with
   * every refresh, only to be refused: with 64 partitions that took more than half a core.
   */
  private static Consumer<?, ?> keptOf(KafkaStreams streams) {
    return (Consumer<?, ?>)
        Proxy.newProxyInstance(
            ProcessMeters.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("metrics")) {
                throw new UnsupportedOperationException(method.getName());
              }
              return ScrapedRegistry.kept(streams.metrics());
            });
  }

  /**
   * Registers the meters until they are closed. Those of the JVM are many, so the registry should
   * come from {@link ScrapedRegistry} or filter them itself.
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
