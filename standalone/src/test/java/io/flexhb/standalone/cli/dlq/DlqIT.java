package io.flexhb.standalone.cli.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.client.TopicReader;
import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ClientConfigs;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.topics.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DlqIT {

  private static final byte[] VALUE = {7, 0, -1};
  private static final byte[] KEY = {'s', -1, 'x'};

  @TempDir private Path folder;
  private final BrokerForTests broker = BrokerForTests.shared();
  private final String prefix = broker.uniqueName("dlq") + ".";
  private final Topics topics = Topics.withPrefix(prefix);

  @BeforeEach
  void haveTopics() throws IOException {
    Files.writeString(
        folder.resolve("client.properties"),
        "bootstrap.servers=%s\nschema.registry.url=mock://dlq\ntopic.prefix=%s\n"
            .formatted(broker.bootstrapServers(), prefix));
    try (Admin admin = broker.admin()) {
      ReadyTopics.create(
          admin, topics.all().stream().map(t -> new NewTopic(t, 2, (short) 1)).toList());
    }
  }

  @Test
  void shouldListWhatWasFoundWhereAndWhy() throws Exception {
    assertThat(run("dlq", "list").out()).isEqualTo("no dead letters\n");
    put("mnist".getBytes(StandardCharsets.UTF_8), VALUE, topics.metrics(), "no magic byte");
    put("digits".getBytes(StandardCharsets.UTF_8), VALUE, topics.workers(), "x\nforged");

    List<String> all = run("dlq", "list").out().lines().toList();

    assertThat(all).hasSize(3);
    assertThat(all.get(1))
        .contains("0@0", "2026-11-29T00:00:00Z", topics.metrics() + "-1@42", "mnist")
        .contains("no magic byte");
    assertThat(all.get(2)).contains("x\\nforged");
    assertThat(run("dlq", "list", "--study", "digits").out().lines()).hasSize(2);
    assertThat(run("dlq", "list", "--topic", "metrics").out()).contains("mnist");
    assertThat(run("dlq", "list", "--reason", "forged").out()).doesNotContain("mnist");
    assertThat(run("dlq", "list", "--last", "1").err()).contains("1 older ones");
    assertThat(run("dlq", "list", "-o", "json").out()).contains("\"place\" : \"0@0\"");
    assertThat(run("dlq", "list", "--topic", "nothing").err()).contains("'nothing' is not one of");
  }

  @Test
  void shouldShowAllOfOne() throws Exception {
    put(KEY, VALUE, topics.metrics(), "no magic byte");
    Path file = folder.resolve("value.bin");

    CliRun shown = run("dlq", "show", "0@0", "--export", file.toString());

    assertThat(shown.out())
        .contains("found at: " + topics.metrics() + "-1@42", "reason:   no magic byte")
        .contains("header:   trace=abc", "value:    3 bytes", "bytes:    0700ff");
    assertThat(Files.readAllBytes(file)).isEqualTo(VALUE);
    assertThat(run("dlq", "show", "0@9").exitCode()).isEqualTo(ExitCode.NO);
    assertThat(run("dlq", "show", "9@0").err()).contains("no dead letter at [9@0]");
    assertThat(run("dlq", "show", "x").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void shouldSendOneAgainAsItWasFound() throws Exception {
    put(KEY, VALUE, topics.metrics(), "unknown id");

    assertThat(run("dlq", "redrive", "0@0", "--dry-run").out()).contains("would send 0@0");
    assertThat(records(topics.metrics())).isEmpty();
    assertThat(run("dlq", "redrive", "0@0").out()).contains("sent 1 of 1");

    ConsumerRecord<String, byte[]> again = records(topics.metrics()).get(0);
    assertThat(again.key().getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(KEY);
    assertThat(again.value()).isEqualTo(VALUE);
    assertThat(again.headers()).extracting(Header::key).containsExactly("trace");
  }

  @Test
  void shouldSendAllThatAreMeantAndNothingToATopicThatNobodyReads() throws Exception {
    put(KEY, VALUE, topics.metrics(), "unknown id");
    put(KEY, VALUE, topics.metrics(), "another reason");
    put(KEY, VALUE, topics.decisions(), "unknown id: a forged header");
    put(null, null, topics.metrics(), "(too large to be copied here) unknown id");

    CliRun run = run("dlq", "redrive", "--all", "--reason", "unknown id");

    assertThat(run.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(run.out()).contains("sent 1 of 3");
    assertThat(run.err()).contains("2 cannot be sent");
    assertThat(records(topics.metrics())).hasSize(1);
    assertThat(records(topics.decisions())).isEmpty();
    assertThat(run("dlq", "redrive").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("dlq", "redrive", "--all", "0@0").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  private void put(byte[] key, byte[] value, String topic, String reason) throws Exception {
    List<Header> headers = new ArrayList<>();
    Map.of(
            "flexhb.dlq.topic", topic,
            "flexhb.dlq.partition", "1",
            "flexhb.dlq.offset", "42",
            "flexhb.dlq.time", "1795910400000",
            "flexhb.dlq.reason", reason,
            "trace", "abc")
        .forEach(
            (name, text) ->
                headers.add(new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8))));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topics.dlq(), 0, key, value, headers)).get();
    }
  }

  private List<ConsumerRecord<String, byte[]>> records(String topic) throws IOException {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    StudyClientConfig config =
        ClientConfigs.of(
            io.flexhb.service.config.RawSettings.none()
                .withFile(folder.resolve("client.properties")));
    try (Cluster cluster = Cluster.connect(config);
        TopicReader reader = cluster.readerOfBytes(cluster.allPartitionsOf(topic))) {
      reader.readToEnd(records::add);
    }
    return records;
  }

  private CliRun run(String... args) {
    String file = folder.resolve("client.properties").toString();
    return CliRun.in(
        folder, Stream.concat(Stream.of(args), Stream.of("-c", file)).toArray(String[]::new));
  }
}
