package io.flexhb.emitter.agent;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.FakeTransport;
import io.flexhb.emitter.agent.output.CounterName;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.StepNumbering;
import io.flexhb.emitter.agent.params.CommandTemplate;
import io.flexhb.emitter.protocol.Commands;
import io.flexhb.emitter.protocol.SlotAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** An agent that runs a /bin/sh script; the test is its tuner. */
final class AgentUnderTest implements AutoCloseable {

  private static final String WORKER = "w";

  /** Builds run on busy machines. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final FakeTransport transport = FakeTransport.silent();
  private final Agent agent;
  private final Thread thread;
  private final Double step; // of the study; null when it has none
  private int commands;

  private AgentUnderTest(Double step, AgentSettings settings) {
    this.step = step;
    agent = new Agent(settings, WORKER, Duration.ofSeconds(1), transport::open);
    thread = new Thread(this::run, "agent");
    thread.start();
  }

  /** The settings that differ between tests. */
  static final class Plan {
    final Path folder;
    int slots = 1;
    List<String> gpus = List.of();
    AgentSettings.Exits exits = new AgentSettings.Exits(true, Set.of());
    AgentSettings.Suspension suspension = new AgentSettings.Suspension(16, Optional.empty());
    Optional<Duration> silence = Optional.empty();
    BoundaryMode mode = BoundaryMode.HOLD;
    Double step;

    Plan(Path folder) {
      this.folder = folder;
    }

    AgentUnderTest start(String script) {
      return new AgentUnderTest(
          step,
          new AgentSettings(
              Commands.STUDY,
              "error",
              9,
              slots,
              new GpuAssignment(gpus),
              CommandTemplate.literal(List.of("/bin/sh", "-c", script)),
              OutputFormat.of("loss", CounterName.named("epoch")),
              List.of(),
              new StepNumbering(OptionalInt.empty(), false),
              mode,
              exits,
              suspension,
              new AgentSettings.Patience(
                  Duration.ofSeconds(1), Duration.ofSeconds(1), silence, Duration.ZERO),
              new AgentSettings.Folders(
                  folder,
                  folder.resolve("state"),
                  folder.resolve("logs"),
                  folder.resolve("kept"),
                  false)));
    }
  }

  private void run() {
    try {
      agent.run();
    } catch (InterruptedException drained) {
      Thread.currentThread().interrupt();
    }
  }

  /** The newest ask of that slot, once it differs from the ask with that number. */
  WorkRequest ask(int slot, long after) {
    return await(
        () ->
            transport.sent().asks().stream()
                .filter(ask -> ask.getSlot() == slot && ask.getAskSequence() > after)
                .reduce((earlier, later) -> later));
  }

  private static <T> T await(Callable<Optional<T>> found) {
    return Awaitility.await().atMost(LIMIT).until(found, Optional::isPresent).orElseThrow();
  }

  /** Answers that ask with a trial. */
  void grant(WorkRequest ask, int trial, int attempt, long from, long until) {
    grant(ask, trial, attempt, from, until, null);
  }

  /** Answers that ask with a trial that continues from a folder of the agent's store. */
  void grant(WorkRequest ask, int trial, int attempt, long from, long until, String reference) {
    Command grant =
        Commands.grant(
            from == 0 && attempt == 1 ? CommandKind.START : CommandKind.CONTINUE,
            id(),
            new SlotAddress(Commands.STUDY, WORKER, ask.getSlot()),
            ask.getAskSequence(),
            trial,
            attempt);
    grant.setFromResource(from);
    grant.setUntilResource(until);
    grant.setResourceStep(step);
    grant.setCheckpoint(reference == null ? null : new Checkpoint(from, reference));
    transport.deliver(grant);
  }

  /** Grants a trial from the beginning to the slot that asks next under that number. */
  WorkRequest start(int slot, int trial, long until) {
    WorkRequest ask = ask(slot, 0);
    grant(ask, trial, 1, 0, until);
    return ask;
  }

  void decide(CommandKind kind, int trial, int attempt) {
    transport.deliver(Commands.decision(kind, id(), trial, attempt));
  }

  void goOn(int trial, int attempt, long until) {
    transport.deliver(Commands.goOn(id(), trial, attempt, until));
  }

  private String id() {
    return "c" + ++commands;
  }

  TrialEvent event(int trial, int attempt, Predicate<TrialEvent> that) {
    return await(
        () ->
            transport.sent().events().stream()
                .filter(event -> event.getTrial() == trial && event.getAttempt() == attempt)
                .filter(that)
                .findFirst());
  }

  TrialEvent end(int trial, int attempt) {
    return event(trial, attempt, event -> event.getKind() == TrialEventKind.ENDED);
  }

  /** The first report of an attempt. */
  TrialEvent firstReport(int trial, int attempt) {
    return event(trial, attempt, event -> event.getKind() == TrialEventKind.METRICS);
  }

  TrialEvent reportAt(int trial, int attempt, long resource) {
    return event(
        trial,
        attempt,
        event -> event.getKind() == TrialEventKind.METRICS && event.getResource() == resource);
  }

  void drain(Duration patience) {
    agent.drain(patience);
  }

  void awaitEnd() throws InterruptedException {
    thread.join();
  }

  @Override
  public void close() {
    agent.drain(Duration.ZERO);
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    agent.close();
  }
}
