package io.flexhb.emitter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.emitter.protocol.AttemptProtocol;
import io.flexhb.emitter.protocol.Commands;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.Outbox;
import io.flexhb.emitter.protocol.SlotAddress;
import io.flexhb.emitter.protocol.SlotProtocol;
import io.flexhb.emitter.protocol.Transport;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A slot's real protocol over a metered transport. */
class MeteredTransportTest {

  private static final SlotAddress ADDRESS = new SlotAddress(Commands.STUDY, "w", 0);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Wire wire = new Wire();
  private final Transport transport =
      MeteredTransport.opener(wire::open, "w", registry).open(this::hear);
  private final SlotProtocol slot = new SlotProtocol(ADDRESS, transport.writer(), state -> {});
  private long now;

  /** Loses three records when it is closed. */
  private static final class Wire implements Transport {
    private final Outbox sent = new Outbox();
    private Consumer<Command> tuner = command -> {};

    Transport open(Consumer<Command> onCommand) {
      tuner = onCommand;
      return this;
    }

    @Override
    public EventWriter writer() {
      return sent;
    }

    @Override
    public void follow(String study) {}

    @Override
    public long close(Duration patience) {
      return 3;
    }
  }

  private void hear(Command command) {
    slot.on(command, now);
  }

  private AttemptProtocol train(int trial) {
    slot.ask(trial + 1, now);
    wire.tuner.accept(
        Commands.grant(CommandKind.START, "grant" + trial, ADDRESS, trial + 1, trial, 1));
    return slot.attempt().orElseThrow();
  }

  private double counted(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  private double slots(String state) {
    return registry.get("flexhb.worker.slots").tags("state", state, "worker", "w").gauge().value();
  }

  @Test
  void shouldFollowASlotThroughATrial() {
    slot.ask(1, now);
    assertThat(slots("asking")).isEqualTo(1);

    wire.tuner.accept(Commands.grant(CommandKind.START, "grant", ADDRESS, 1, 0, 1));
    AttemptProtocol attempt = slot.attempt().orElseThrow();
    assertThat(slots("training")).isEqualTo(1);

    attempt.report(1, Map.of("loss", 0.5), Optional.empty(), now);
    assertThat(slots("deciding")).isEqualTo(1);

    wire.tuner.accept(Commands.goOn("on", 0, 1, 3));
    assertThat(slots("training")).isEqualTo(1);

    attempt.report(3, Map.of("loss", 0.4), Optional.empty(), now);
    wire.tuner.accept(Commands.decision(CommandKind.STOP, "stop", 0, 1));
    assertThat(slots("idle")).isEqualTo(1);

    assertThat(counted("flexhb.worker.asks")).isEqualTo(1);
    assertThat(counted("flexhb.worker.grants", "kind", "start")).isEqualTo(1);
    assertThat(counted("flexhb.worker.reports")).isEqualTo(2);
    assertThat(counted("flexhb.worker.decisions", "kind", "continue")).isEqualTo(1);
    assertThat(counted("flexhb.worker.decisions", "kind", "stop")).isEqualTo(1);
    assertThat(registry.get("flexhb.worker.ask.wait").timer().count()).isEqualTo(1);
    assertThat(registry.get("flexhb.worker.decision.wait").timer().count()).isEqualTo(2);
  }

  @Test
  void shouldCountACommandThatComesTwiceOnce() {
    AttemptProtocol attempt = train(0);
    attempt.report(1, Map.of("loss", 0.5), Optional.empty(), now);
    Command pause = Commands.decision(CommandKind.PAUSE, "pause", 0, 1);
    wire.tuner.accept(pause);
    wire.tuner.accept(pause);
    wire.tuner.accept(Commands.grant(CommandKind.START, "grant0", ADDRESS, 1, 0, 1));

    assertThat(counted("flexhb.worker.decisions", "kind", "pause")).isEqualTo(1);
    assertThat(counted("flexhb.worker.grants", "kind", "start")).isEqualTo(1);
  }

  @Test
  void shouldNotCountWhatIsForOthers() {
    train(0);
    wire.tuner.accept(
        Commands.grant(
            CommandKind.START, "other", new SlotAddress(Commands.STUDY, "v", 0), 1, 7, 1));
    wire.tuner.accept(Commands.decision(CommandKind.STOP, "stop7", 7, 1));

    assertThat(counted("flexhb.worker.grants", "kind", "start")).isEqualTo(1);
    assertThat(counted("flexhb.worker.decisions", "kind", "stop")).isZero();
    assertThat(slots("training")).isEqualTo(1);
  }

  @Test
  void shouldTellRepeatsFromNews() {
    slot.ask(1, now);
    now += SlotProtocol.DEFAULT_WAIT_MILLIS;
    slot.tick(now);

    assertThat(counted("flexhb.worker.asks")).isEqualTo(1);
    assertThat(counted("flexhb.worker.repeats")).isEqualTo(1);
  }

  @Test
  void shouldCountWhyAttemptsEnded() {
    train(0).end(EndReason.FAILED, "no memory", now);

    assertThat(counted("flexhb.worker.ends", "reason", "failed")).isEqualTo(1);
    assertThat(slots("idle")).isEqualTo(1);
  }

  @Test
  void shouldCountWhatIsLostAndTakeItsGaugesAway() {
    train(0);
    transport.close(Duration.ZERO);

    assertThat(counted("flexhb.worker.lost.records")).isEqualTo(3);
    assertThat(registry.find("flexhb.worker.slots").gauges()).isEmpty();
  }
}
