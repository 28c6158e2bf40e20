package io.flexhb.standalone.conformance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Loses, doubles or delays the first message of each kind; all times in milliseconds. */
final class MessageFaults {

  /** More than a client takes to repeat a report, less than a lease. */
  static final long DELAY_MILLIS = 1_300;

  /** When a command that was late comes once more. */
  static final long STALE_MILLIS = 3_500;

  private final Fault fault;
  private final Set<Message> kinds;
  private final Set<Message> met = EnumSet.noneOf(Message.class);
  private final List<Later> later = new ArrayList<>();

  /** Something that happens at a time. */
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

  /** A command goes out. */
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

  /** How often a record of the client arrives: 0, 1 or 2 times. */
  int in(Message message) {
    if (fault == Fault.LATE || !applies(message)) {
      return 1;
    }
    return fault == Fault.LOST ? 0 : 2;
  }

  /** How long this record, and so all behind it, are on their way. */
  long delay(Message message) {
    return fault == Fault.LATE && applies(message) ? DELAY_MILLIS : 0;
  }

  /** Does what has become due. */
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
