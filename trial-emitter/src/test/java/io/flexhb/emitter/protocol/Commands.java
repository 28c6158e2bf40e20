package io.flexhb.emitter.protocol;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.Configuration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Commands as a tuner would send them. */
public final class Commands {

  public static final String STUDY = "toy";
  public static final UUID INCARNATION = UUID.fromString("00000000-0000-0000-0000-00000000000a");
  public static final long LEASE_MILLIS = 9_000;

  private Commands() {}

  /** A grant that answers an ask. */
  public static Command grant(
      CommandKind kind, String id, SlotAddress to, long ask, int trial, int attempt) {
    Command command = command(kind, id, trial, attempt);
    command.setWorker(to.worker());
    command.setSlot(to.number());
    command.setAskSequence(ask);
    command.setUntilResource(1);
    command.setLeaseMillis(LEASE_MILLIS);
    command.setConfiguration(
        new Configuration(Map.of("x", 1.0 + trial, "y", 2L, "z", 3.0, "flag", true), Map.of()));
    return command;
  }

  /** A grant that continues from a checkpoint. */
  public static Command resumed(
      CommandKind kind,
      String id,
      SlotAddress to,
      long ask,
      int trial,
      int attempt,
      long from,
      long until) {
    Command command = grant(kind, id, to, ask, trial, attempt);
    command.setFromResource(from);
    command.setUntilResource(until);
    command.setCheckpoint(new Checkpoint(from, "trial-" + trial + "@" + from));
    return command;
  }

  /** WAIT or RELEASE. */
  public static Command answer(CommandKind kind, String id, SlotAddress to, long ask) {
    Command command = command(kind, id, -1, 0);
    command.setWorker(to.worker());
    command.setSlot(to.number());
    command.setAskSequence(ask);
    command.setWaitMillis(2_000);
    return command;
  }

  /** An answer to a boundary report, without an addressee. */
  public static Command decision(CommandKind kind, String id, int trial, int attempt) {
    return command(kind, id, trial, attempt);
  }

  /** CONTINUE of the same attempt. */
  public static Command goOn(String id, int trial, int attempt, long until) {
    Command command = command(CommandKind.CONTINUE, id, trial, attempt);
    command.setUntilResource(until);
    return command;
  }

  private static Command command(CommandKind kind, String id, int trial, int attempt) {
    Command command = new Command();
    command.setStudy(STUDY);
    command.setIncarnation(INCARNATION);
    command.setId(id);
    command.setKind(kind);
    command.setWorker("");
    command.setAskSequence(-1);
    command.setTrial(trial);
    command.setAttempt(attempt);
    command.setReason("because");
    command.setIssuedAt(Instant.EPOCH);
    return command;
  }
}
