package io.flexhb.service.stream;

import io.flexhb.core.spec.Patience;
import io.flexhb.core.study.AttemptRef;
import io.flexhb.core.study.Command;
import io.flexhb.core.study.SlotId;
import io.flexhb.core.study.StudyEvent;
import java.util.Optional;
import java.util.UUID;

/**
 * Answers for studies that do not exist: not yet, or not any more. They change nothing, so their
 * ids come from the record alone.
 */
final class UnknownStudy {

  /** In commands about a study that has no incarnation yet. */
  private static final UUID NONE = new UUID(0, 0);

  private UnknownStudy() {}

  /** The study may be created any moment: ask again. */
  static Command waitFor(StudyEvent.WorkAsked asked) {
    return slotCommand("wait", Command.Kind.WAIT, asked, "the study is not known yet");
  }

  /** The study was deleted: leave. */
  static Command release(StudyEvent.WorkAsked asked) {
    return slotCommand("release", Command.Kind.RELEASE, asked, "the study was deleted");
  }

  private static Command slotCommand(
      String name, Command.Kind kind, StudyEvent.WorkAsked asked, String reason) {
    return new Command(
        name + ":" + asked.slot() + ":" + asked.askSequence(),
        asked.incarnation().orElse(NONE),
        kind,
        Optional.of(asked.slot()),
        asked.askSequence(),
        -1,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        kind == Command.Kind.WAIT ? Patience.DEFAULT.waitMillis() : 0,
        0,
        reason);
  }

  /** The attempt trains for a study that is gone. */
  static Command stop(AttemptRef attempt, SlotId slot) {
    return new Command(
        "fence:" + attempt.trial() + ":" + attempt.attempt(),
        attempt.incarnation(),
        Command.Kind.STOP,
        Optional.of(slot),
        -1,
        attempt.trial(),
        attempt.attempt(),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        "the study does not exist any more");
  }
}
