package io.flexhb.emitter.protocol;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.WorkRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One slot: it asks, repeats the ask until it is answered, has the granted attempt, and knows which
 * suspended trials it could continue. All times are milliseconds of a clock that never goes back.
 * Not thread-safe.
 */
public final class SlotProtocol {

  /**
   * Prefix of command ids for unknown studies; the tuner numbers the commands of studies that it
   * knows.
   */
  private static final String UNKNOWN_STUDY = "wait:";

  /** An unanswered ask is repeated after this many milliseconds. */
  public static final long DEFAULT_WAIT_MILLIS = 5_000;

  private static final int COMMANDS_REMEMBERED = 64;

  /** The state of the slot. */
  public enum State {
    /** Has never asked. */
    NEW,
    /** Has asked and awaits a grant. */
    ASKING,
    /** Was granted an attempt, which may have ended. */
    GRANTED,
    /** This study has no more work. */
    RELEASED,
    /** Another process asks under this worker's name, and the tuner answers that one. */
    DISPLACED
  }

  private final SlotAddress address;
  private final EventWriter out;
  private final SeenCommands seen = new SeenCommands(COMMANDS_REMEMBERED);
  private final SuspendedTrials holdings;
  private final Function<Command, String> beginning;

  private State state = State.NEW;

  /**
   * That of the last grant. A WAIT may name one that never exists, because its study may not exist
   * yet.
   */
  private Optional<UUID> incarnation = Optional.empty();

  private Optional<AttemptProtocol> attempt = Optional.empty();
  private long askSequence;
  private long waitMillis;
  private boolean studyUnknown;
  private long askedAt;

  /**
   * A slot that has not asked yet.
   *
   * @param onDrop takes each state given to {@link #hold} that will never be given back
   */
  public SlotProtocol(SlotAddress address, EventWriter out, Consumer<Object> onDrop) {
    this(address, out, SuspendedTrials.ofOneSlot(onDrop), grant -> "");
  }

  /**
   * A slot that has not asked yet.
   *
   * @param beginning returns the message for each attempt that starts
   */
  public SlotProtocol(
      SlotAddress address,
      EventWriter out,
      SuspendedTrials holdings,
      Function<Command, String> beginning) {
    this.address = address;
    this.out = out;
    this.holdings = holdings;
    this.beginning = beginning;
  }

  /** The slot's address. */
  public SlotAddress address() {
    return address;
  }

  /** The slot's state. */
  public State state() {
    return state;
  }

  /** Whether it waits for a study that the tuner does not know. */
  public boolean isStudyUnknown() {
    return state == State.ASKING && studyUnknown;
  }

  /** The attempt granted last; it may have ended. */
  public Optional<AttemptProtocol> attempt() {
    return attempt;
  }

  /** Whether the attempt granted last is still live. */
  public boolean isTraining() {
    return attempt.isPresent() && attempt.get().isLive();
  }

  /**
   * Asks for work. A released or displaced slot stays so and sends nothing.
   *
   * @param sequence higher than that of any earlier ask of this worker's slot, in this process or
   *     an earlier one
   * @throws IllegalStateException when the current attempt is live: the tuner would consider it
   *     lost
   */
  public void ask(long sequence, long now) {
    if (isTraining()) {
      throw new IllegalStateException("slot " + address + " asks while its attempt is live");
    }
    if (sequence <= askSequence) {
      throw new IllegalArgumentException(
          "ask " + sequence + " of slot " + address + " follows ask " + askSequence);
    }
    if (state != State.RELEASED && state != State.DISPLACED) {
      state = State.ASKING;
      askSequence = sequence;
      waitMillis = DEFAULT_WAIT_MILLIS;
      sendAsk(now);
    }
  }

  /**
   * Holds the trial of the ended attempt suspended in this slot.
   *
   * @param state returned with the grant that continues exactly from here
   * @throws IllegalStateException when the attempt is live
   */
  public void hold(AttemptProtocol ended, Object state) {
    if (ended.isLive()) {
      throw new IllegalStateException(
          "trial " + ended.grant().getTrial() + " is being trained: hold it once it is paused");
    }
    holdings.hold(
        ended.grant().getIncarnation(), ended.grant().getTrial(), ended.resource(), state);
  }

  /**
   * The held state of the current attempt's trial. Another slot of the worker may have suspended it
   * only after it was granted here.
   */
  public Optional<Object> held(AttemptProtocol inHand) {
    return inHand.held().or(() -> inHand.isLive() ? taken(inHand.grant()) : Optional.empty());
  }

  /**
   * Whether there can be a state to continue from. There is none when the tuner relies on a state
   * that was held here and is gone.
   */
  public boolean hasItsState(AttemptProtocol inHand) {
    return holdings.isShared() || inHand.isSavedWhereItBegins() || inHand.held().isPresent();
  }

  /** Drops what is held of a trial. */
  public void drop(int trial) {
    holdings.drop(trial);
  }

  /** Drops all that is held. */
  public void dropAll() {
    holdings.dropAll();
  }

  /** Does what is due: repeats an ask or sends a heartbeat. */
  public void tick(long now) {
    if (now < due()) {
      return;
    }
    if (state == State.ASKING) {
      sendAsk(now);
    } else {
      attempt.ifPresent(current -> current.tick(now));
    }
  }

  /** When {@link #tick} has something to do next, if nothing else happens. */
  public long due() {
    return switch (state) {
      case ASKING -> askedAt + waitMillis;
      case GRANTED, DISPLACED -> attempt.map(AttemptProtocol::due).orElse(Long.MAX_VALUE);
      case NEW, RELEASED -> Long.MAX_VALUE;
    };
  }

  /**
   * Handles a command of the study, for any addressee.
   *
   * @return whether it changed anything here
   */
  public boolean on(Command command, long now) {
    if (isForANamesake(command)) {
      state = State.DISPLACED;
      attempt.ifPresent(current -> current.on(command));
      return true;
    }
    // Ids are unique within an incarnation only.
    String id = command.getIncarnation() + "/" + command.getId();
    if (seen.contains(id)) {
      return false;
    }
    boolean effective = isAnswer(command) ? answered(command, now) : onUnsolicited(command);
    if (effective) {
      seen.add(id);
    }
    return effective;
  }

  /**
   * Whether the command answers a newer ask than any of this process, so that another process has
   * its name. An earlier process of this name had lower ask numbers.
   */
  private boolean isForANamesake(Command command) {
    return (state == State.ASKING || state == State.GRANTED)
        && address.isAddresseeOf(command)
        && command.getAskSequence() > askSequence;
  }

  private boolean isAnswer(Command command) {
    return state == State.ASKING
        && address.isAddresseeOf(command)
        && command.getAskSequence() == askSequence;
  }

  private boolean answered(Command command, long now) {
    return switch (command.getKind()) {
      case START, CONTINUE, REVIVE -> {
        granted(command, now);
        yield true;
      }
      case WAIT -> {
        studyUnknown = command.getId().startsWith(UNKNOWN_STUDY);
        waitMillis = command.getWaitMillis() > 0 ? command.getWaitMillis() : DEFAULT_WAIT_MILLIS;
        yield true;
      }
      case RELEASE -> released();
      default -> false;
    };
  }

  private void granted(Command command, long now) {
    AttemptProtocol granted = new AttemptProtocol(address, command, taken(command), out);
    incarnation = Optional.of(command.getIncarnation());
    attempt = Optional.of(granted);
    state = State.GRANTED;
    granted.start(beginning.apply(command), now);
  }

  private Optional<Object> taken(Command grant) {
    return holdings.take(
        grant.getIncarnation(),
        grant.getTrial(),
        grant.getFromResource(),
        grant.getUntilResource());
  }

  private boolean released() {
    state = State.RELEASED;
    dropAll();
    return true;
  }

  /** Handles a command that does not answer an ask, about the current trial or a suspended one. */
  private boolean onUnsolicited(Command command) {
    boolean ended = attempt.isPresent() && attempt.get().on(command);
    boolean dropped = endsHold(command) && holdings.drop(command.getTrial());
    boolean released = isReleaseUnasked(command) && released();
    return ended || dropped || released;
  }

  /** Whether the command drops a suspended trial: it continued elsewhere or can never continue. */
  private boolean endsHold(Command command) {
    return switch (command.getKind()) {
      case DISCARD_CHECKPOINT, COMPLETE -> true;
      case START, CONTINUE, REVIVE ->
          holdings.isElsewhere(address, command.getWorker(), address.isForAnother(command));
      default -> false;
    };
  }

  /** Whether a parked slot is released without having asked again. */
  private boolean isReleaseUnasked(Command command) {
    return command.getKind() == CommandKind.RELEASE
        && state == State.ASKING
        && command.getAskSequence() < 0
        && !address.isForAnother(command);
  }

  private void sendAsk(long now) {
    askedAt = now;
    WorkRequest request = new WorkRequest();
    request.setStudy(address.study());
    request.setIncarnation(incarnation.orElse(null));
    request.setWorker(address.worker());
    request.setSlot(address.number());
    request.setAskSequence(askSequence);
    request.setHolding(holdings.list());
    request.setLastAttempt(attempt.flatMap(AttemptProtocol::account).orElse(null));
    request.setSentAt(Instant.ofEpochMilli(now));
    out.send(request);
  }
}
