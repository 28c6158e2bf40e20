package io.flexhb.core.study;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Talks to the engine as workers do, and keeps what it answered as lines of text. */
public final class Conversation {
  public static final UUID INCARNATION = new UUID(1, 2);

  private final List<String> lines = new ArrayList<>();
  private final StudyLeases leases = new StudyLeases();
  private StudyState state;
  private Decision last;
  private long time;

  public Conversation(StudySpec spec) {
    StudyEvent.Applied applied =
        new StudyEvent.Applied(0, INCARNATION, RequestedState.ACTIVE, spec);
    last = StudyEngine.decide(Optional.empty(), applied);
    state = StudyEngine.apply(Optional.empty(), last);
    leases.onChange(Optional.empty(), state, StateChanges.by(last, Optional.empty(), state), time);
  }

  public StudyState state() {
    return state;
  }

  public Trial trial(int number) {
    return state.trials().get(number);
  }

  /** The newest decision. */
  public Decision last() {
    return last;
  }

  /** The leases that the study has now. */
  public LeaseBook leases() {
    return leases.book();
  }

  public Optional<Rejection.Kind> rejection() {
    return last.rejection().map(Rejection::kind);
  }

  /** Everything sent so far. */
  public List<String> transcript() {
    return List.copyOf(lines);
  }

  public void at(long time) {
    this.time = time;
  }

  public List<String> on(StudyEvent event) {
    Optional<StudyState> before = Optional.of(state);
    last = StudyEngine.decide(before, event);
    if (last.changesState()) {
      state = StudyEngine.apply(before, last);
    }
    leases.onEvent(state, event, time);
    if (last.changesState()) {
      leases.onChange(before, state, StateChanges.by(last, before, state), time);
    }
    List<String> said = last.commands().stream().map(Conversation::line).toList();
    lines.addAll(said);
    return said;
  }

  public List<String> ask(String worker, long sequence, SuspendedTrial... holding) {
    return on(
        new StudyEvent.WorkAsked(
            time, Optional.of(INCARNATION), slot(worker), sequence, Arrays.asList(holding)));
  }

  /** A sequence number that the worker has not used. */
  public long nextAsk(String worker) {
    return state.slotTable().find(slot(worker)).map(slot -> slot.askSequence() + 1).orElse(1L);
  }

  public List<String> started(String worker, int trial, int attempt) {
    return on(new StudyEvent.AttemptStarted(time, ref(trial, attempt), slot(worker), seen(trial)));
  }

  public List<String> heartbeat(String worker, int trial, int attempt, String commandSeen) {
    return on(new StudyEvent.Heartbeat(time, ref(trial, attempt), slot(worker), commandSeen));
  }

  /** Reports with the checkpoint inline, having seen the command in force. */
  public List<String> report(String worker, int trial, int attempt, long resource, double value) {
    return report(worker, trial, attempt, resource, Metric.of(value), seen(trial));
  }

  public List<String> report(
      String worker, int trial, int attempt, long resource, Metric metric, String commandSeen) {
    Checkpoint checkpoint = new Checkpoint(resource, "c" + trial + "@" + resource);
    return report(worker, trial, attempt, resource, metric, commandSeen, Optional.of(checkpoint));
  }

  public List<String> report(
      String worker,
      int trial,
      int attempt,
      long resource,
      Metric metric,
      String commandSeen,
      Optional<Checkpoint> checkpoint) {
    return on(
        new StudyEvent.Reported(
            time, ref(trial, attempt), slot(worker), commandSeen, resource, metric, checkpoint));
  }

  public List<String> ended(String worker, int trial, int attempt, EndReason reason) {
    return on(
        new StudyEvent.AttemptEnded(
            time, ref(trial, attempt), slot(worker), seen(trial), reason, "out of memory"));
  }

  public List<String> expired(LeaseKey lease) {
    return on(new StudyEvent.LeaseExpired(time, lease));
  }

  public List<String> apply(RequestedState requested, StudySpec spec) {
    return on(new StudyEvent.Applied(time, INCARNATION, requested, spec));
  }

  /** Asks, starts, and reports the boundary of whatever is granted; returns what that came to. */
  public List<String> train(String worker, long sequence, double value) {
    ask(worker, sequence);
    Command.Grant grant = grant();
    started(worker, grant.trial(), grant.attempt());
    return report(worker, grant.trial(), grant.attempt(), grant.untilResource(), value);
  }

  /** The grant among the newest commands. */
  public Command.Grant grant() {
    return grants().findFirst().orElseThrow();
  }

  /** All grants among the newest commands. */
  public Stream<Command.Grant> grants() {
    return last.commands().stream()
        .filter(Command.Grant.class::isInstance)
        .map(Command.Grant.class::cast);
  }

  /** Why the newest decision said what it said about a trial. */
  public String reason(int trial) {
    return last.reasons().stream()
        .filter(r -> r.trial() == trial)
        .map(Reason::text)
        .findFirst()
        .orElse("");
  }

  /** Id of the command in force. */
  public String seen(int trial) {
    return state.trial(trial).flatMap(Trial::inForce).map(Command::id).orElse("");
  }

  public static SlotId slot(String worker) {
    return new SlotId(worker, 0);
  }

  public static AttemptRef ref(int trial, int attempt) {
    return new AttemptRef(INCARNATION, trial, attempt);
  }

  private static String line(Command c) {
    return c.to().map(SlotId::worker).orElse("?") + ": " + c.accept(new Said());
  }

  /** Commands as the tests write them. */
  private static final class Said implements Command.Visitor<String> {
    @Override
    public String on(Command.Grant c) {
      return "%s %s, from %d until %d%s"
          .formatted(
              c.kind(),
              attempt(c),
              c.fromResource(),
              c.untilResource(),
              c.checkpoint().map(p -> ", " + p.reference()).orElse(""));
    }

    @Override
    public String on(Command.Ending c) {
      return c.kind() + " " + attempt(c);
    }

    @Override
    public String on(Command.Discard c) {
      return "DISCARD_CHECKPOINT " + attempt(c);
    }

    @Override
    public String on(Command.Wait c) {
      return "WAIT";
    }

    @Override
    public String on(Command.Release c) {
      return "RELEASE";
    }

    @Override
    public String on(Command.Rejected c) {
      return "REJECTED " + attempt(c);
    }

    private static String attempt(Command.OfTrial c) {
      return "trial %d attempt %d".formatted(c.trial(), c.attempt());
    }
  }
}
