package io.flexhb.emitter.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.emitter.protocol.VirtualWorld.Fault;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The life of a trial as in docs/protocol.md, over an unreliable network. */
class TranscriptTest {

  /** The training is the same whatever happens to a single message. */
  private static final Map<Integer, List<Long>> TRAINED =
      Map.of(
          0, List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L),
          1, List.of(1L, 2L, 3L),
          2, List.of(1L));

  @Test
  void shouldLeadTheLifeThatTheDocumentationDraws() {
    VirtualWorld world = new VirtualWorld(message -> Fault.NONE);

    assertThat(world.run()).isTrue();
    assertThat(world.journal())
        .containsExactly(
            "START 0#1 to A, 0 to 1",
            "START 1#1 to B, 0 to 1",
            "value 1@1",
            "PAUSE 1#1",
            "START 2#1 to B, 0 to 1",
            "value 0@1",
            "PAUSE 0#1",
            "value 2@1",
            "STOP 2#1",
            "CONTINUE 0#2 to A, 1 to 3",
            "value 0@2",
            "value 0@3",
            "CONTINUE 0#2",
            "REVIVE 1#2 to B, 1 to 3",
            "value 1@2",
            "value 0@4",
            "value 1@3",
            "STOP 1#2",
            "value 0@5",
            "value 0@6",
            "value 0@7",
            "value 0@8",
            "value 0@9",
            "COMPLETE 0#2");
    assertThat(world.trained()).isEqualTo(TRAINED);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"LOST", "DOUBLED", "LATE"})
  void shouldTrainTheSameWhateverHappensToOneMessage(Fault fault) {
    VirtualWorld perfect = new VirtualWorld(message -> Fault.NONE);
    perfect.run();
    for (int struck = 0; struck < perfect.messages(); struck++) {
      int target = struck;
      VirtualWorld world = new VirtualWorld(message -> message == target ? fault : Fault.NONE);

      assertThat(world.run()).as("message %d %s: ends", target, fault).isTrue();
      assertThat(world.trained()).as("message %d %s", target, fault).isEqualTo(TRAINED);
    }
  }

  @Test
  void shouldTrainTheSameWhenEveryThirdMessageSuffers() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      VirtualWorld world =
          new VirtualWorld(
              message ->
                  Stream.of(Fault.values())
                      .skip(1 + random.nextInt(3))
                      .findFirst()
                      .filter(any -> random.nextInt(3) == 0)
                      .orElse(Fault.NONE));

      assertThat(world.run()).as("seed %d: ends", seed).isTrue();
      assertThat(world.trained()).as("seed %d", seed).isEqualTo(TRAINED);
    }
  }
}
