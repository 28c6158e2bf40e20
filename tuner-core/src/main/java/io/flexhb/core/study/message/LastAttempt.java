package io.flexhb.core.study.message;

import java.util.Optional;

/**
 * A slot's account of how its last attempt ended, in its next ask. It repeats the attempt's end,
 * which is on another topic; the one that arrives second changes nothing.
 *
 * @param message text for users; possibly blank
 * @param last empty when the attempt reported nothing
 */
public record LastAttempt(
    AttemptRef attempt, EndReason reason, String message, Optional<LastReport> last) {

  /** The event that this account repeats. */
  public StudyEvent.AttemptEnded ended(long time, SlotId slot) {
    return new StudyEvent.AttemptEnded(time, attempt, slot, "", reason, message, last);
  }
}
