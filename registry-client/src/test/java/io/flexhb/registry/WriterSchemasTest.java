package io.flexhb.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.registry.SchemaRegistry.UnknownSchemaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class WriterSchemasTest {

  private static final Schema SCHEMA = Schema.create(Schema.Type.STRING);

  /** Knows ids only from a given time on. */
  private final class LaggingRegistry implements SchemaRegistry {
    private final Map<Integer, Duration> appear = new HashMap<>();
    private final List<Integer> asked = new ArrayList<>();

    @Override
    public Schema byId(int id) throws UnknownSchemaException {
      asked.add(id);
      if (id < 0) {
        throw new UnknownSchemaException("not Avro", false, null);
      }
      if (!appear.containsKey(id) || now.compareTo(appear.get(id)) < 0) {
        throw new UnknownSchemaException("unknown", true, null);
      }
      return SCHEMA;
    }

    @Override
    public int register(String subject, Schema schema) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int idOf(String subject, Schema schema) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Registered latest(String subject) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<String> compatibility(String subject) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  private final LaggingRegistry registry = new LaggingRegistry();
  private Duration now = Duration.ZERO;
  private final WriterSchemas schemas =
      new WriterSchemas(registry, () -> now.toNanos(), millis -> now = now.plusMillis(millis));

  @Test
  void shouldWaitForAnIdThatAReplicaLearnsLate() throws UnknownSchemaException {
    registry.appear.put(1, Duration.ofMillis(2_500));

    assertThat(schemas.get(1)).isEqualTo(SCHEMA);

    assertThat(now).isBetween(Duration.ofMillis(2_500), Duration.ofSeconds(3));
    assertThat(schemas.get(1)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldGiveUpAfterThreeSecondsAndRememberIt() {
    assertUnknown(1);
    assertThat(now).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_300));
    int asked = registry.asked.size();
    Duration gaveUp = now;

    for (int i = 0; i < 1_000; i++) {
      assertUnknown(1);
    }

    assertThat(now).as("nobody waits again").isEqualTo(gaveUp);
    assertThat(registry.asked).as("nor is the registry asked").hasSize(asked);
  }

  @Test
  void shouldAskAgainAfterAWhile() throws UnknownSchemaException {
    assertUnknown(1);
    registry.appear.put(1, now);
    assertUnknown(1);

    now = now.plus(WriterSchemas.MEMORY);

    assertThat(schemas.get(1)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldNotWaitForEachOfManyIdsOfAStranger() {
    for (int id = 1; id <= 500; id++) {
      assertUnknown(id);
    }

    assertThat(now).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void shouldWaitForTheNextIdOfARegistryThatDoesLag() throws UnknownSchemaException {
    registry.appear.put(1, Duration.ofSeconds(1));
    registry.appear.put(2, Duration.ofSeconds(3));

    assertThat(schemas.get(1)).isEqualTo(SCHEMA);
    assertThat(schemas.get(2)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldWaitAgainOnceTheStrangerIsLongGone() throws UnknownSchemaException {
    assertUnknown(1);
    now = now.plusSeconds(60);
    registry.appear.put(2, now.plusSeconds(2));

    assertThat(schemas.get(2)).isEqualTo(SCHEMA);
  }

  @Test
  void shouldNotWaitForWhatIsNotAvro() {
    assertUnknown(-1);
    assertUnknown(-1);

    assertThat(now).isZero();
    assertThat(registry.asked).hasSize(1);
  }

  private void assertUnknown(int id) {
    assertThatThrownBy(() -> schemas.get(id)).isInstanceOf(UnknownSchemaException.class);
  }
}
