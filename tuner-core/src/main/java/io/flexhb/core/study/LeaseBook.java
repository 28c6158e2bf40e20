package io.flexhb.core.study;

import io.flexhb.core.study.message.LeaseKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The clocks of one study's leases, for the driver of the engine; the engine itself has no clock.
 * Times are passed in.
 *
 * <p>A lease that is due is <em>checked</em>: the driver writes a check behind everything the
 * broker already holds for the study. When the first check comes back with no sign of life before
 * it, the holder is suspected; when a second one, due half a lease later, comes back too, the lease
 * has expired. So the driver may be down for any time: the holder always has half a lease with a
 * working broker to send a sign of life. Not thread-safe: owned by the thread that owns the study.
 */
public final class LeaseBook {

  /** A lease to be checked, with the deadline that the check names. */
  public record Check(LeaseKey key, long deadline) {}

  private record Due(long deadline, long order, LeaseKey key) {}

  private static final class Lease {
    final long millis;
    Due due;
    boolean suspected;
    OptionalLong checked = OptionalLong.empty();

    Lease(long millis) {
      this.millis = millis;
    }
  }

  /**
   * Whether the lease has a holder that sends signs of life; otherwise there is nobody to suspect.
   */
  private static final LeaseKey.Visitor<Boolean> HAS_HOLDER =
      new LeaseKey.Visitor<>() {
        @Override
        public Boolean on(LeaseKey.OfAttempt key) {
          return true;
        }

        @Override
        public Boolean on(LeaseKey.OfSlot key) {
          return true;
        }

        @Override
        public Boolean on(LeaseKey.OfSuggestion key) {
          return false;
        }

        @Override
        public Boolean on(LeaseKey.OfStudy key) {
          return false;
        }
      };

  private final Map<LeaseKey, Lease> leases = new HashMap<>();
  private final TreeSet<Due> byDeadline =
      new TreeSet<>(Comparator.comparingLong(Due::deadline).thenComparingLong(Due::order));
  private long nextOrder;

  /** Starts or restarts a lease of {@code millis} at {@code now}. */
  public void start(LeaseKey key, long now, long millis) {
    end(key);
    Lease lease = new Lease(millis);
    leases.put(key, lease);
    schedule(key, lease, now + millis);
  }

  /** A sign of life: the lease runs from {@code now} again. Unknown keys are ignored. */
  public void renew(LeaseKey key, long now) {
    Lease lease = leases.get(key);
    if (lease != null) {
      start(key, now, lease.millis);
    }
  }

  /** Ends the lease, for whatever reason. */
  public void end(LeaseKey key) {
    Lease lease = leases.remove(key);
    if (lease != null) {
      byDeadline.remove(lease.due);
    }
  }

  /** Ends all leases. */
  public void endAll() {
    leases.clear();
    byDeadline.clear();
  }

  /** Whether it has a running lease. */
  public boolean has(LeaseKey key) {
    return leases.containsKey(key);
  }

  /** The keys of all leases; a copy. */
  public Set<LeaseKey> keys() {
    return Set.copyOf(leases.keySet());
  }

  /** Earliest deadline of all leases. */
  public OptionalLong earliest() {
    return byDeadline.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(byDeadline.first().deadline());
  }

  /** Leases to be checked now. Each is due again half a lease later, in case the check is lost. */
  public List<Check> due(long now) {
    List<Check> checks = new ArrayList<>();
    while (!byDeadline.isEmpty() && byDeadline.first().deadline() <= now) {
      Due due = byDeadline.pollFirst();
      Lease lease = leases.get(due.key());
      lease.checked = OptionalLong.of(due.deadline());
      checks.add(new Check(due.key(), due.deadline()));
      schedule(due.key(), lease, now + half(lease));
    }
    return checks;
  }

  /**
   * A check came back. Returns whether the lease has expired. A check has no effect if the lease
   * was renewed or ended since, or if the check is a duplicate.
   */
  public boolean returned(Check check, long now) {
    Lease lease = leases.get(check.key());
    if (lease == null || !lease.checked.equals(OptionalLong.of(check.deadline()))) {
      return false;
    }
    if (lease.suspected || !check.key().accept(HAS_HOLDER)) {
      return true;
    }
    lease.suspected = true;
    lease.checked = OptionalLong.empty();
    byDeadline.remove(lease.due);
    schedule(check.key(), lease, now + half(lease));
    return false;
  }

  private static long half(Lease lease) {
    return Math.max(1, lease.millis / 2);
  }

  private void schedule(LeaseKey key, Lease lease, long deadline) {
    lease.due = new Due(deadline, nextOrder++, key);
    byDeadline.add(lease.due);
  }
}
