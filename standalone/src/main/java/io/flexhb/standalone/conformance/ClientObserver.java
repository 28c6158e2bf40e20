package io.flexhb.standalone.conformance;

import io.flexhb.avro.Command;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks each record of the client once, as it was written, and lists the rules it violated. */
final class ClientObserver {

  static final String METRIC = "loss";

  /** Sequence numbers that start from the clock in milliseconds are higher than this. */
  private static final long CLOCK = 1_000_000_000_000L;

  /** Tolerance between the two topics: an ask may be written before events sent just before it. */
  private static final long TOGETHER_MILLIS = 250;

  private static final double PRECISION = 1e-6;

  private final Set<String> violations = new LinkedHashSet<>();
  private final Map<String, Long> boundaries = new HashMap<>();
  private final Map<String, Attempt> attempts = new LinkedHashMap<>();
  private long askedLast;

  /** A grant, and the client's records about it. */
  private static final class Attempt {
    private final ScriptedTurn turn;
    private final Command grant;
    private long until;
    private long resource;
    private long lastSign;
    private long endSentAt = Long.MAX_VALUE;
    private boolean started;
    private boolean sawHeartbeat;
    private EndReason ended;
    private long endedAt;

    Attempt(ScriptedTurn turn, Command grant) {
      this.turn = turn;
      this.grant = grant;
      this.until = grant.getUntilResource();
      this.resource = grant.getFromResource();
    }
  }

  /** The violated rules in words, in the order in which the violations were seen. */
  List<String> violations() {
    return List.copyOf(violations);
  }

  void violated(String rule) {
    violations.add(rule);
  }

  /** Called when a grant is decided; it may take a while to arrive. */
  void granted(ScriptedTurn turn, Command grant) {
    attempts.put(key(grant.getTrial(), grant.getAttempt()), new Attempt(turn, grant));
    boundaries.put(grant.getId(), grant.getUntilResource());
  }

  /** Called when the attempt may continue. */
  void extended(Command command) {
    attempts.get(key(command.getTrial(), command.getAttempt())).until = command.getUntilResource();
    boundaries.put(command.getId(), command.getUntilResource());
  }

  /** Called when the end of the attempt is sent again, at that time. */
  void endSaid(int trial, int attempt, long now) {
    Attempt of = attempts.get(key(trial, attempt));
    if (of != null && of.endSentAt == Long.MAX_VALUE) {
      of.endSentAt = now;
    }
  }

  /** Checks an ask that is not a repetition. */
  void asked(long sequence, boolean live, int trial, int attempt, long at) {
    if (askedLast == 0 && sequence < CLOCK) {
      violated(
          "askSequence begins at "
              + sequence
              + ": begin with the milliseconds of the clock, or a worker that restarts is ignored");
    }
    askedLast = sequence;
    Attempt of = attempts.get(key(trial, attempt));
    if (live && (of == null || of.ended == null)) {
      violated(
          "asked again while attempt "
              + attempt
              + " of trial "
              + trial
              + " was live and without ENDED: the tuner takes it for lost");
    } else if (of != null && of.ended != null && of.endedAt > at + TOGETHER_MILLIS) {
      violated(
          "ENDED of trial " + trial + " was written after the next ask: wait until it lies there");
    }
  }

  /** Checks an event, at the time at which the broker wrote it. */
  void saw(TrialEvent event, long at) {
    Attempt attempt = attempts.get(key(event.getTrial(), event.getAttempt()));
    String who = "trial " + event.getTrial() + ", attempt " + event.getAttempt();
    if (attempt == null) {
      violated(event.getKind() + " of " + who + ", which was never granted");
      return;
    }
    if (!event.getIncarnation().equals(attempt.grant.getIncarnation())) {
      violated(event.getKind() + " of " + who + " names another incarnation than its grant");
    }
    if (!event.getWorker().equals(attempt.grant.getWorker())
        || event.getSlot() != attempt.grant.getSlot()) {
      violated(event.getKind() + " of " + who + " comes from another slot than it was granted to");
    }
    if (!attempt.started && event.getKind() != TrialEventKind.STARTED) {
      violated(who + " begins with " + event.getKind() + " instead of STARTED");
    }
    attempt.started = true;
    if (attempt.lastSign > 0
        && at < attempt.endSentAt
        && at - attempt.lastSign > Script.LEASE_MILLIS) {
      violated(
          who
              + " was silent for "
              + (at - attempt.lastSign)
              + " ms, its lease is "
              + Script.LEASE_MILLIS
              + ": heartbeat at a third of it, also during an epoch and while waiting");
    }
    attempt.lastSign = at;
    Long seen = boundaries.get(event.getCommandSeen());
    if (seen == null) {
      violated(event.getKind() + " of " + who + ": commandSeen is not a command about it");
    }
    switch (event.getKind()) {
      case METRICS -> metrics(attempt, event, who, at, seen == null ? Long.MAX_VALUE : seen);
      case HEARTBEAT -> attempt.sawHeartbeat = true;
      case ENDED -> ended(attempt, event, who, at);
      default -> {}
    }
  }

  private void metrics(Attempt attempt, TrialEvent event, String who, long at, long boundarySeen) {
    long resource = event.getResource();
    boolean repeated = resource == attempt.resource && resource >= boundarySeen;
    if (!repeated && resource != attempt.resource + 1) {
      violated(
          who
              + " reports resource "
              + resource
              + " after "
              + attempt.resource
              + ": resources are absolute, and here each epoch is reported once");
    }
    attempt.resource = Math.max(attempt.resource, resource);
    if (resource > attempt.until) {
      violated(who + " reports " + resource + " without waiting at its boundary " + attempt.until);
    } else if (resource > boundarySeen) {
      violated(who + " at " + resource + ": commandSeen is not the CONTINUE that led there");
    }
    if (at - Script.LEASE_MILLIS > attempt.endSentAt && !repeated) {
      violated(who + " still trains a lease after it was told to end");
    }
    if (resource == attempt.until) {
      if (event.getCheckpoint() == null) {
        violated(who + ": the boundary report at " + resource + " carries no checkpoint");
      } else if (event.getCheckpoint().getResource() != resource) {
        violated(who + ": the checkpoint at boundary " + resource + " names another resource");
      }
    }
    value(attempt, event, who);
  }

  private void value(Attempt attempt, TrialEvent event, String who) {
    MetricValue value = event.getValues().get(METRIC);
    if (value == null) {
      violated(who + " reports no '" + METRIC + "'");
      return;
    }
    if (attempt.turn.parameters().containsKey("nan")) {
      if (value.getStatus() != MetricStatus.NAN || value.getValue() != null) {
        violated(who + ": not a number has to travel as status NAN without a value");
      }
      return;
    }
    double expected = expected(event.getResource(), Script.x(event.getTrial()));
    if (value.getStatus() != MetricStatus.FINITE
        || value.getValue() == null
        || Math.abs(value.getValue() - expected) > PRECISION * expected) {
      violated(
          who
              + " at "
              + event.getResource()
              + ": loss is "
              + value.getValue()
              + ", not "
              + expected
              + ": it did not go on from its checkpoint");
    }
  }

  /** The loss of the toy: a sum over all epochs trained, which only a correct resume yields. */
  static double expected(long resource, double x) {
    return resource * (resource + 1) / 2.0 * (1 + x);
  }

  private void ended(Attempt attempt, TrialEvent event, String who, long at) {
    if (attempt.ended == null) {
      attempt.ended = event.getEndReason() == null ? EndReason.UNKNOWN : event.getEndReason();
      attempt.endedAt = at;
    }
    boolean fails = attempt.turn.parameters().containsKey("fail");
    if (!fails && attempt.endSentAt == Long.MAX_VALUE) {
      violated(who + " was given up: " + event.getEndReason() + " " + event.getMessage());
    } else if (fails && event.getEndReason() != EndReason.FAILED) {
      violated(who + " failed, but ENDED says " + event.getEndReason());
    }
  }

  /** Checks what must have been seen by the end of a run. */
  void over() {
    for (Attempt attempt : attempts.values()) {
      String who = "trial " + attempt.grant.getTrial() + ", attempt " + attempt.grant.getAttempt();
      if (!attempt.started) {
        violated(who + " was granted, but nothing was heard of it");
      }
      if (attempt.turn.parameters().containsKey("seconds") && !attempt.sawHeartbeat) {
        violated(who + ": no heartbeat during an epoch that is longer than the lease");
      }
      if (attempt.turn.parameters().containsKey("fail") && attempt.ended == null) {
        violated(who + " failed without ENDED");
      }
    }
  }

  private static String key(int trial, int attempt) {
    return trial + "#" + attempt;
  }
}
