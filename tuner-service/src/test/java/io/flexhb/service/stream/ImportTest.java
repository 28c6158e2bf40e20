package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.service.Definition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Imports of earlier results, across restarts, and imports that cannot be used. */
class ImportTest {

  private static final UUID STUDY = TunerDriver.INCARNATION;

  private final TunerDriver tuner = new TunerDriver();

  @AfterEach
  void close() {
    tuner.close();
  }

  @Test
  void shouldTakeWhatIsMissingWhenAnImportIsSentAgainAfterARestart() {
    study("random");
    tuner.importRows("s", STUDY, "mine", 0, .1, .5, 1, .2, .4);
    List<JournalEntry> journal = new ArrayList<>(imports());
    tuner.restart();
    tuner.importRows("s", STUDY, "mine", 0, .1, .5, 1, .2, .4);
    tuner.importRows("s", STUDY, "mine", 1, .2, .4, 2, .3, Double.NaN);
    journal.addAll(imports());
    tuner.restart();
    tuner.importRows("s", STUDY, "mine", 2, .3, .9);
    journal.addAll(imports());

    assertThat(journal).hasSize(2);
    assertThat(journal.get(0).getFacts())
        .singleElement()
        .satisfies(
            fact -> {
              assertThat(fact.getType()).isEqualTo("MeasurementsImported");
              assertThat(fact.getTrial()).isEqualTo(-1);
              assertThat(fact.getFields())
                  .containsEntry("importId", "mine")
                  .extractingByKey("rows")
                  .asString()
                  .startsWith("[{row=0, number=0, configuration=\"lr\"=0x1.999999999999ap-4;")
                  .contains("levels=[{level=1, resource=1, value=0.5, measured=true}]");
            });
    assertThat(journal.get(1).getFacts().get(0).getFields().get("rows"))
        .startsWith("[{row=2, number=2,")
        .endsWith("levels=[], failedAt=1}]");
    assertThat(tuner.raw(TunerDriver.TOPICS.dlq())).isEmpty();
  }

  @Test
  void shouldAskTheModelAtOnceAlsoAfterARestart() {
    study("fgf");
    tuner.importRows("s", STUDY, "mine", 0, .1, .5, 1, .2, .4, 2, .3, .3, 3, .4, .2);
    assertThat(tuner.asked.requests).containsExactly("s/0");
    tuner.restart();
    tuner.ask("s", "a", 1);
    assertThat(tuner.said()).containsExactly("WAIT a");
    tuner.suggest("s", 0, .7);
    assertThat(tuner.said()).containsExactly("START 0/1 0..1 a");
  }

  @Test
  void shouldTellTheSenderOfRowsThatCannotBeUsedAndTakeTheOthers() {
    study("random");
    tuner.importRows("s", STUDY, "mine", 0, 7, .5, 1, .2, .4);

    assertThat(imports()).hasSize(1);
    assertThat(refusal())
        .startsWith("import 'mine', 1 row(s) refused: row 0: [lr: must be")
        .contains("was 7.0");
  }

  @Test
  void shouldTellTheSenderThatTheStudyIsOverOrUnknown() {
    tuner.importRows("s", null, "mine", 0, .1, .5);
    assertThat(refusal()).contains("there is no study", "create it, then send them again");

    study("random");
    tuner.apply("s", STUDY, RequestedState.CANCELLED, definition("random"));
    tuner.importRows("s", STUDY, "mine", 0, .1, .5);
    assertThat(refusal()).startsWith("import 'mine': the study is over, it learns nothing more");
    assertThat(imports()).isEmpty();
  }

  @Test
  void shouldRefuseARecordThatIsNoImport() {
    study("random");
    tuner.importRows("s", STUDY, "not an id", 0, .1, .5);
    assertThat(refusal()).startsWith("importId 'not an id': use 1 to 100 of the characters");
    tuner.importRows("s", STUDY, "mine");
    assertThat(refusal()).contains("without rows");
    tuner.importRows("s", STUDY, "mine", -1, .1, .5);
    assertThat(refusal()).contains("row numbers begin with 0, was -1");
    tuner.importRows("s", STUDY, "mine", new double[3 * 1_001]);
    assertThat(refusal()).contains("imports 1001 rows; send at most 1000 with one record");
  }

  @Test
  void shouldErasePastAndPresentOfADeletedStudyAndKeepThatOfTheNext() {
    UUID next = new UUID(2, 2);
    study("random");
    tuner.importRows("s", STUDY, "mine", 0, .1, .5, 1, .2, .4);
    tuner.apply("s", STUDY, RequestedState.DELETED, definition("random"));
    tuner.apply("s", next, RequestedState.ACTIVE, definition("random"));
    tuner.importRows("s", next, "mine", 0, .3, .5);
    tuner.journal();
    tuner.advance(Duration.ofSeconds(1));
    assertThat(tuner.raw(TunerDriver.TOPICS.decisions()))
        .filteredOn(record -> record.value() != null)
        .extracting(
            record ->
                tuner
                    .codec
                    .decode(TunerDriver.TOPICS.decisions(), record.value(), JournalEntry.class)
                    .getIncarnation())
        .as("it is made, and takes what was kept for it")
        .containsExactly(next, next);

    tuner.apply("s", next, RequestedState.DELETED, definition("random"));
    tuner.advance(Duration.ofSeconds(1));
    assertThat(tuner.entries()).isEmpty();
  }

  private void study(String sampler) {
    tuner.apply("s", STUDY, RequestedState.ACTIVE, definition(sampler));
  }

  private static String definition(String sampler) {
    return Definition.small("s").with("sampler", "\"" + sampler + "\"").json();
  }

  private List<JournalEntry> imports() {
    return tuner.journal().stream()
        .filter(
            entry ->
                entry.getFacts().stream()
                    .anyMatch(fact -> fact.getType().equals("MeasurementsImported")))
        .toList();
  }

  /** The reason of the only record on the DLQ. */
  private String refusal() {
    var letters = tuner.raw(TunerDriver.TOPICS.dlq());
    assertThat(letters).hasSize(1);
    return TunerDriver.header(letters.get(0), DeadLetterHeaders.REASON).orElseThrow();
  }
}
