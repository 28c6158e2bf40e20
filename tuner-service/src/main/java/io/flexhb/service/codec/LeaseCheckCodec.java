package io.flexhb.service.codec;

import io.flexhb.avro.LeaseCheck;
import io.flexhb.avro.LeaseKind;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.study.LeaseBook;
import io.flexhb.core.study.LeaseKey;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Lease checks, to the wire and back: what the tuner writes to its own input. */
public final class LeaseCheckCodec {

  private LeaseCheckCodec() {}

  /**
   * The record that asks about a lease.
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
    if (check.key() instanceof LeaseKey.OfAttempt attempt) {
      lease.setKind(LeaseKind.ATTEMPT);
      event.setTrial(attempt.trial());
      event.setAttempt(attempt.attempt());
    } else if (check.key() instanceof LeaseKey.OfSlot slot) {
      lease.setKind(LeaseKind.SLOT);
      event.setWorker(slot.slot().worker());
      event.setSlot(slot.slot().slot());
    } else if (check.key() instanceof LeaseKey.OfSuggestion suggestion) {
      lease.setKind(LeaseKind.SUGGESTION);
      lease.setRequest(suggestion.request());
    }
    return event;
  }

  /**
   * The check such a record carries.
   *
   * @throws PoisonRecord when it carries none
   */
  public static LeaseBook.Check fromWire(TrialEvent event) {
    LeaseKey key = EventCodec.lease(event);
    return new LeaseBook.Check(key, event.getLease().getDeadline().toEpochMilli());
  }
}
