package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.registry.AvroCodec;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.topics.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Names of nodes and stores are part of an installation's data: changelogs are named after them. An
 * intended change becomes golden with {@code -Dgolden.write=true}, and needs a migration for
 * running studies.
 */
class TopologyGoldenTest {

  private static final Path GOLDEN = Path.of("src/test/resources/golden/topology.txt");

  @Test
  void shouldBeTheTopologyThatWasReleased() throws IOException {
    String description;
    try (AvroCodec codec = AvroCodec.forValues(Map.of("schema.registry.url", "mock://golden"))) {
      description =
          StudyTopology.build(
                  Topics.defaults(),
                  TunerDriver.settings(8, 1000, 1_000_000),
                  codec,
                  new TunerDriver.Asked(),
                  new TunerMetrics(new SimpleMeterRegistry()),
                  new FakeInputTopics())
              .describe()
              .toString();
    }
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(GOLDEN.getParent());
      Files.writeString(GOLDEN, description);
    }

    assertThat(description).isEqualTo(Files.readString(GOLDEN));
  }
}
