package io.flexhb.codec;

import io.flexhb.avro.LeaseCheck;
import io.flexhb.avro.LeaseKind;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.study.LeaseBook;
import io.flexhb.core.study.message.LeaseKey;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Converts lease checks, which the tuner writes to its own input, to their wire form and back. */
public final class LeaseCheckCodec {

  private LeaseCheckCodec() {}

  /**
   * The record of a lease check.
   *
   * @param now tuner time
   */
  public static TrialEvent toWire(String study, UUID incarnation, LeaseBook.Check check, long now) {
    TrialEvent event = new TrialEvent();
    event.setStudy(study);
    event.setIncarnation(incarnation);
    event.setTrial(-1);
    event.setWorker("");
    event.setCommandSeen("");
    event.setKind(TrialEventKind.LEASE_CHECK);
    event.setValues(Map.of());
    event.setMessage("");
    event.setSentAt(Instant.ofEpochMilli(now));
    LeaseCheck lease = new LeaseCheck(LeaseKind.STUDY, -1L, Instant.ofEpochMilli(check.deadline()));
    event.setLease(lease);
    check.key().accept(new Naming(event, lease));
    return event;
  }

  /** Writes the lease into a record. */
  private record Naming(TrialEvent event, LeaseCheck lease)
      implements LeaseKey.Visitor<LeaseCheck> {

    @Override
    public LeaseCheck on(LeaseKey.OfAttempt key) {
      lease.setKind(LeaseKind.ATTEMPT);
      event.setTrial(key.trial());
      event.setAttempt(key.attempt());
      return lease;
    }

    @Override
    public LeaseCheck on(LeaseKey.OfSlot key) {
      lease.setKind(LeaseKind.SLOT);
      event.setWorker(key.slot().worker());
      event.setSlot(key.slot().slot());
      return lease;
    }

    @Override
    public LeaseCheck on(LeaseKey.OfSuggestion key) {
      lease.setKind(LeaseKind.SUGGESTION);
      lease.setRequest(key.request());
      return lease;
    }

    @Override
    public LeaseCheck on(LeaseKey.OfStudy key) {
      lease.setKind(LeaseKind.STUDY);
      return lease;
    }
  }

  /**
   * The check in such a record.
   *
   * @throws PoisonRecord when it has none
   */
  public static LeaseBook.Check fromWire(TrialEvent event) {
    LeaseKey key = EventCodec.lease(event);
    return new LeaseBook.Check(key, event.getLease().getDeadline().toEpochMilli());
  }
}
