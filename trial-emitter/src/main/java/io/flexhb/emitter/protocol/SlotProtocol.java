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
 * One slot: it asks, repeats the ask until answered, holds the attempt it was granted and knows
 * which suspended trials it could go on with. All times are milliseconds of a clock that never goes
 * back. Not thread-safe.
 */
public final class SlotProtocol {

  /** The tuner numbers commands of studies that it knows. */
  private static final String UNKNOWN_STUDY = "wait:";

  /** An ask that got no answer at all is repeated after this many milliseconds. */
  public static final long DEFAULT_WAIT_MILLIS = 5_000;

  private static final int COMMANDS_REMEMBERED = 64;

  /** Where the slot stands. */
  public enum State {
    /** Has never asked. */
    NEW,
    /** Has asked and awaits a grant. */
    ASKING,
    /** Was granted an attempt, which may have ended. */
    GRANTED,
    /** There is no more work in this study. */
    RELEASED,
    /** Another process asks under this worker's name; the tuner listens to that one. */
    DISPLACED
  }

  private final SlotAddress address;
  private final EventWriter out;
  private final SeenCommands seen = new SeenCommands(COMMANDS_REMEMBERED);
  private final SuspendedTrials holdings;
  private final Function<Command, String> beginning;

  private State state = State.NEW;

  /** Of the last grant. A WAIT may name none that will ever be: its study may not exist yet. */
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
   * @param beginning what is said, to people, of each attempt that begins
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

  /** Which slot this is. */
  public SlotAddress address() {
    return address;
  }

  /** Where the slot stands. */
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
   * @throws IllegalStateException when the attempt in hand is live: the tuner would take it for
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
   * Keeps the trial of the ended attempt suspended in this slot.
   *
   * @param state given back with the grant that goes on exactly from here
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
   * What is held of the trial of the attempt in hand. Another slot of the worker may have put it
   * aside only after it was granted here.
   */
  public Optional<Object> held(AttemptProtocol inHand) {
    return inHand.held().or(() -> inHand.isLive() ? taken(inHand.grant()) : Optional.empty());
  }

  /**
   * Whether there can be a state to go on from. There is none when the tuner counts on one that was
   * held here and is gone.
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

  /** Does what has become due: repeats an ask, sends a sign of life. */
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
   * Takes a command of the study, whoever it is for.
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
    boolean effective = isAnswer(command) ? answered(command, now) : overheard(command);
    if (effective) {
      seen.add(id);
    }
    return effective;
  }

  /** An answer to an ask newer than any of this process. One that ended before it asked less. */
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

  /** A command that does not answer an ask: about the trial in hand, or about a suspended one. */
  private boolean overheard(Command command) {
    boolean ended = attempt.isPresent() && attempt.get().on(command);
    boolean dropped = endsHold(command) && holdings.drop(command.getTrial());
    boolean released = isReleaseUnasked(command) && released();
    return ended || dropped || released;
  }

  /** A suspended trial is of no use once it went on elsewhere or can never go on. */
  private boolean endsHold(Command command) {
    return switch (command.getKind()) {
      case DISCARD_CHECKPOINT, COMPLETE -> true;
      case START, CONTINUE, REVIVE ->
          holdings.isElsewhere(address, command.getWorker(), address.isForAnother(command));
      default -> false;
    };
  }

  /** A parked slot may be told to leave without having asked again. */
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
