package io.flexhb.client.imports;

import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.client.InvalidRequestException;
import io.flexhb.client.NoAnswerException;
import io.flexhb.client.RequestRefusedException;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyDefinition;
import io.flexhb.client.TunerAnswer;
import io.flexhb.client.journal.Replay;
import io.flexhb.codec.ImportCodec;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.state.Imports;
import io.flexhb.core.study.state.StudyState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An import of rows into a study, compared with the study's existing imports. A row is identified
 * by the id of its import and its number and counts only once, so the same import may be sent
 * again.
 */
public final class StudyImport {
  private final StudyClient client;
  private final Study study;
  private final StudySpec spec;
  private final String id;
  private final List<ImportRow> missing;

  private StudyImport(
      StudyClient client, Study study, StudySpec spec, String id, List<ImportRow> missing) {
    this.client = client;
    this.study = study;
    this.spec = spec;
    this.id = id;
    this.missing = missing;
  }

  /**
   * Checks the import against the journal of the study; sends nothing.
   *
   * @param id identifies the rows; {@link ImportRows#hash} derives one from the content
   * @throws RequestRefusedException when the study is over, or knows other rows by this id
   * @throws InvalidRequestException when the study cannot hold that many configurations
   */
  public static StudyImport prepare(StudyClient client, Study study, ImportRows rows, String id) {
    StudySpec spec = StudyDefinition.specOf(study);
    Optional<StudyState> state = state(client, study);
    refuseWhenOver(study, state);
    Imports known = state.map(StudyState::imports).orElse(Imports.NONE);
    refuseWhenChanged(study, spec, rows.rows(), id, known);
    List<ImportRow> missing = missing(rows.rows(), id, known);
    requireRoom(study, missing, known);
    return new StudyImport(client, study, spec, id, missing);
  }

  /** Number of rows that the study does not have yet; only these are sent. */
  public int missing() {
    return missing.size();
  }

  /**
   * Sends the missing rows, if any.
   *
   * @param wait for the tuner's decisions on all of them; zero = not at all
   * @throws RequestRefusedException when the tuner refuses some
   * @throws NoAnswerException when the decisions do not arrive in time; the rows may be sent again
   */
  public void send(Duration wait) {
    if (missing.isEmpty()) {
      return;
    }
    List<SuggestionResult> batches =
        ImportRows.batches(missing).stream()
            .map(rows -> ImportCodec.toWire(spec, study.getIncarnation(), id, rows, Instant.now()))
            .toList();
    List<TunerAnswer> answers = client.sendImport(batches, wait);
    for (TunerAnswer answer : answers) {
      if (answer instanceof TunerAnswer.Refused refused) {
        throw new RequestRefusedException("the tuner refused: " + refused.reason());
      }
    }
    boolean unanswered = answers.stream().anyMatch(TunerAnswer.Unanswered.class::isInstance);
    // Another sender may have been first: there is no decision on existing rows.
    if (unanswered && !wait.isZero() && !areAllThere()) {
      throw new NoAnswerException(
          "the rows were sent, but no tuner decided on all of them within "
              + wait.toSeconds()
              + " s: no tuner is running, or it is busy. Send them again later with --import-id "
              + id
              + ": rows that the study has by then do not count twice.");
    }
  }

  private boolean areAllThere() {
    Imports known = state(client, study).map(StudyState::imports).orElse(Imports.NONE);
    return missing(missing, id, known).isEmpty();
  }

  private static Optional<StudyState> state(StudyClient client, Study study) {
    return Replay.of(client.decisions(study)).state();
  }

  private static void refuseWhenOver(Study study, Optional<StudyState> state) {
    state
        .filter(s -> s.status().isOver())
        .ifPresent(
            s -> {
              throw new RequestRefusedException(
                  "study '"
                      + study.getStudy()
                      + "' is over and takes no more data: "
                      + s.statusReason());
            });
  }

  private static List<ImportRow> missing(List<ImportRow> rows, String id, Imports known) {
    return rows.stream().filter(row -> !known.contain(id, row.row())).toList();
  }

  /**
   * Refuses changed rows: existing rows never change, so the new content would be silently lost.
   */
  private static void refuseWhenChanged(
      Study study, StudySpec spec, List<ImportRow> rows, String id, Imports known) {
    long changed =
        rows.stream()
            .filter(row -> known.contain(id, row.row()))
            .filter(row -> !known.knows(spec, row))
            .count();
    if (changed > 0) {
      throw new RequestRefusedException(
          "study '%s' has an import '%s' already, and %d row(s) of these are not in it; give another"
                  .formatted(study.getStudy(), id, changed)
              + " --import-id: rows that the study has do not count twice");
    }
  }

  private static void requireRoom(Study study, List<ImportRow> missing, Imports known) {
    long added =
        missing.stream()
            .filter(row -> !known.numbers().containsKey(row.configuration().canonical()))
            .count();
    if (known.configurations().size() + added > Imports.MOST) {
      throw new InvalidRequestException(
          "study '%s' has %d imported configuration(s), these are %d more; it takes %d at most"
              .formatted(study.getStudy(), known.configurations().size(), added, Imports.MOST));
    }
  }
}
