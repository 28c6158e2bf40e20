package io.flexhb.codec;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.JournalReason;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Writes journal entries: an input with all its effects. */
public final class JournalCodec {

  /** Zero-padded so that the keys of a study sort like its decisions. */
  private static final int SEQUENCE_DIGITS = 12;

  private JournalCodec() {}

  /** The record key of a decision: study/sequence, zero-padded. */
  public static String key(String study, long sequence) {
    String digits = Long.toString(sequence);
    return study + "/" + "0".repeat(Math.max(0, SEQUENCE_DIGITS - digits.length())) + digits;
  }

  /**
   * The entry of a decision.
   *
   * @param input the full input record
   * @param at tuner time of the decision
   * @param state after the decision
   * @param commands the commands sent, in wire form
   */
  public static JournalEntry entry(
      SpecificRecord input,
      Origin origin,
      Instant at,
      StudyState state,
      List<Fact> facts,
      List<io.flexhb.avro.Command> commands,
      List<Reason> reasons) {
    return new JournalEntry(
        state.spec().study(),
        state.incarnation(),
        state.sequence(),
        at,
        StudyEngine.VERSION,
        origin.topic(),
        origin.partition(),
        origin.offset(),
        input,
        facts(facts),
        commands,
        reasons(reasons));
  }

  private static List<JournalFact> facts(List<Fact> facts) {
    List<JournalFact> wire = new ArrayList<>(facts.size());
    for (Fact fact : facts) {
      int trial = fact instanceof Fact.OfTrial about ? about.trial() : -1;
      wire.add(
          new JournalFact(
              JournalNames.of(fact.getClass()).fact(),
              trial,
              FactText.fields((Record) fact, "trial")));
    }
    return wire;
  }

  private static List<JournalReason> reasons(List<Reason> reasons) {
    List<JournalReason> wire = new ArrayList<>(reasons.size());
    for (Reason reason : reasons) {
      wire.add(new JournalReason(reason.rule(), reason.trial(), reason.text(), reason.values()));
    }
    return wire;
  }
}
