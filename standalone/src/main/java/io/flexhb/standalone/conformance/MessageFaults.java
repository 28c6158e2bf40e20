package io.flexhb.standalone.conformance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Loses, duplicates or delays the first message of each kind; all times in milliseconds. */
final class MessageFaults {

  /** Longer than a client takes to repeat a report, shorter than a lease. */
  static final long DELAY_MILLIS = 1_300;

  /** Delay after which a late command arrives a second time. */
  static final long STALE_MILLIS = 3_500;

  private final Fault fault;
  private final Set<Message> kinds;
  private final Set<Message> met = EnumSet.noneOf(Message.class);
  private final List<Later> later = new ArrayList<>();

  /** An action at a given time. */
  private record Later(long at, Runnable action) {}

  /**
   * @param kinds the kinds of messages that are disturbed
   */
  MessageFaults(Fault fault, Set<Message> kinds) {
    this.fault = fault;
    this.kinds = Set.copyOf(kinds);
  }

  private boolean applies(Message message) {
    return fault != Fault.NONE && kinds.contains(message) && met.add(message);
  }

  /** Sends a command, subject to the fault. */
  void out(Message message, long now, Runnable send) {
    if (!applies(message)) {
      send.run();
      return;
    }
    switch (fault) {
      case DOUBLED -> {
        send.run();
        send.run();
      }
      case LATE -> {
        later.add(new Later(now + DELAY_MILLIS, send));
        later.add(new Later(now + STALE_MILLIS, send));
      }
      default -> {}
    }
  }

  /** How many times a record of the client arrives: 0, 1 or 2. */
  int in(Message message) {
    if (fault == Fault.LATE || !applies(message)) {
      return 1;
    }
    return fault == Fault.LOST ? 0 : 2;
  }

  /** The delay of this record, and so of all records behind it. */
  long delay(Message message) {
    return fault == Fault.LATE && applies(message) ? DELAY_MILLIS : 0;
  }

  /** Runs the actions that are due. */
  void tick(long now) {
    Deque<Later> due = new ArrayDeque<>();
    later.removeIf(each -> each.at() <= now && due.add(each));
    due.forEach(each -> each.action().run());
  }

  /** The kinds that were disturbed. */
  Set<Message> met() {
    return met.isEmpty() ? Set.of() : EnumSet.copyOf(met);
  }
}
