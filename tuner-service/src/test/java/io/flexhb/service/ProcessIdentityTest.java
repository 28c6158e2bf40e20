package io.flexhb.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessIdentityTest {

  @TempDir private Path folder;

  private TunerConfig config(String instance) {
    return TunerConfig.of(
        Map.of(
            "bootstrap.servers",
            "127.0.0.1:1",
            "flexhb.application.id",
            "app",
            "flexhb.instance.id",
            instance,
            "flexhb.state.dir",
            folder.resolve("state").toString()),
        Map.of());
  }

  @Test
  void shouldBeTheSameForTheSameTunerOnly() {
    assertThat(ProcessIdentity.of(config("a"))).isEqualTo(ProcessIdentity.of(config("a")));
    assertThat(ProcessIdentity.of(config("a"))).isNotEqualTo(ProcessIdentity.of(config("b")));
  }

  /** The id is in the names of the threads. */
  @Test
  void shouldBeTheOneThatKafkaStreamsTakes() {
    ProcessIdentity.write(config("a"));

    try (KafkaStreams streams =
        new KafkaStreams(topology(), new ClientSettings(config("a")).streams())) {
      assertThat(streams.metadataForLocalThreads())
          .isNotEmpty()
          .allMatch(t -> t.threadName().contains(ProcessIdentity.of(config("a")).toString()));
    }
  }

  @Test
  void shouldLeaveTheIdOfAnEarlierStart() throws IOException {
    String kept = "{\"processId\":\"" + UUID.randomUUID() + "\"}";
    Path file = Files.createDirectories(folder.resolve("state/app")).resolve(ProcessIdentity.FILE);
    Files.writeString(file, kept);

    ProcessIdentity.write(config("a"));

    assertThat(file).hasContent(kept);
  }

  @Test
  void shouldSayThatTheStateDirectoryCannotBeWritten() throws IOException {
    Files.writeString(folder.resolve("state"), "a file");

    assertThatThrownBy(() -> ProcessIdentity.write(config("a")))
        .isInstanceOf(TunerException.class)
        .hasMessageContaining(folder.resolve("state").toString())
        .hasMessageContaining("flexhb.state.dir");
  }

  /** With a store, since an application without any keeps no id. */
  private static Topology topology() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.addStateStore(
        Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore("store"), Serdes.ByteArray(), Serdes.ByteArray()));
    builder.stream(
            "topic",
            org.apache.kafka.streams.kstream.Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
        .process(NoEffect::new, "store");
    return builder.build();
  }

  /** Makes the topology use the store. */
  private static final class NoEffect
      implements org.apache.kafka.streams.processor.api.Processor<byte[], byte[], Void, Void> {
    @Override
    public void process(org.apache.kafka.streams.processor.api.Record<byte[], byte[]> record) {
      throw new AssertionError("nothing runs here");
    }
  }
}
