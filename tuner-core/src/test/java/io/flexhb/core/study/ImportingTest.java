package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.Method;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.ImportedRow;
import io.flexhb.core.study.state.Imports;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.RowRanges;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Brackets 9@1→3@3→1@9, 5@3→1@9 and 3@9, over and over; levels 1, 3, 6 and 9. */
class ImportingTest {
  private static final Specs SPECS = Specs.of(9, 3).sampler("fgf").loops(20);

  private final Conversation c = new Conversation(SPECS.spec());

  @Test
  void shouldBeDataForModelsAtTheirLevels() {
    send("a", row(0, point(1), 1, .5, 3, .4, 9, .2), row(1, point(2), 9, .7));

    Measurements known = StudySnapshot.measurements(c.state());
    assertThat(known.levels()).extracting(level -> level.size()).containsExactly(1, 1, 0, 2);
    assertThat(known.fullFidelity().y()).containsExactly(.2, .7);
    assertThat(c.state().data()).isEqualTo(new Suggestions.Data(2, 2, 4));
    assertThat(known.belowWeightHorizon().fullFidelity().size())
        .as("older than any trial")
        .isEqualTo(2);
    assertThat(c.last().reasons())
        .filteredOn(reason -> reason.rule().equals("import"))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.text())
                  .isEqualTo("import 'a': 4 value(s) of 2 configuration(s) are data from now on");
              assertThat(reason.values())
                  .containsEntry("rows", "0-1")
                  .containsEntry("values", "@1 1 @3 1 @9 2");
            });
  }

  @Test
  void shouldTellLevelsInWhatTheUserCounts() {
    Conversation tenths = new Conversation(SPECS.step("0.1").spec());
    tenths.on(event("a", row(0, point(1), 1, .5, 3, .4)));

    assertThat(tenths.last().reasons().get(0).values()).containsEntry("values", "@0.1 1 @0.3 1");
  }

  @Test
  void shouldMinimiseWhatTheStudyMaximises() {
    Conversation turned = new Conversation(SPECS.maximise().spec());
    turned.on(event("a", row(0, point(1), 9, .2)));
    assertThat(StudySnapshot.measurements(turned.state()).fullFidelity().y()).containsExactly(-.2);
  }

  @Test
  void shouldCountBetweenLevelsAtTheLevelBelowAsAReportDoes() {
    send("a", row(0, point(1), 5, .5), row(1, point(2), 5, .9, 3, .8, 4, .7));

    assertThat(c.state().imports().configurations().get(0).levels())
        .containsExactly(new LevelValue(3, 5, .5, true));
    assertThat(c.state().imports().configurations().get(1).levels())
        .as("the first at or above the level")
        .containsExactly(new LevelValue(3, 3, .8, true));
  }

  @Test
  void shouldBeginModelsBeforeTheFirstTrial() {
    c.ask("A", 1);
    assertThat(c.trial(0).origin()).isEqualTo("fgf (random)");
    assertThat(c.state().suggestions().pending()).isEmpty();

    send("a", rows(3, 9));
    assertThat(c.state().suggestions().pending().keySet()).containsExactly(0L);
    assertThat(c.ask("B", 1)).containsExactly("B: WAIT");
  }

  @Test
  void shouldTakeEachRowOnceHoweverOftenAndInWhatBatchItIsSent() {
    ImportRow[] rows = rows(5, 9);
    send("a", rows[0], rows[1], rows[3]);
    StudyState half = c.state();
    send("a", rows[1], rows[3]);
    assertThat(c.rejection()).contains(Rejection.Kind.DUPLICATE);
    assertThat(c.last().facts()).isEmpty();
    assertThat(c.state()).isSameAs(half);

    send("a", rows);
    assertThat(c.last().facts().get(0))
        .isInstanceOfSatisfying(
            Fact.MeasurementsImported.class,
            f -> assertThat(f.rows()).extracting(ImportedRow::row).containsExactly(2, 4));
    assertThat(c.state().imports().rows().get("a").get().ranges())
        .containsExactly(new RowRanges.Range(0, 5));
    assertThat(c.state().data().full()).isEqualTo(5);
  }

  @Test
  void shouldKeepTheFirstValueOfAConfigurationWhateverImportsItAgain() {
    send("a", row(0, point(1), 1, .5, 9, .2));
    send("b", row(0, point(1), 1, .1, 3, .4, 9, .1));

    assertThat(c.state().imports().configurations()).hasSize(1);
    assertThat(c.state().imports().configurations().get(0).levels())
        .containsExactly(
            new LevelValue(1, 1, .5, true),
            new LevelValue(3, 3, .4, true),
            new LevelValue(9, 9, .2, true));
    assertThat(c.state().measured().joint(1).low()).as("joined with the next").containsExactly(.5);
    assertThat(c.state().measured().joint(3).high()).containsExactly(.2);
  }

  @Test
  void shouldTakeAValueThatIsNotFiniteForAFailedPointFromItsLevelOn() {
    send(
        "a",
        new ImportRow(
            0,
            point(1),
            List.of(
                new ImportRow.Measurement(1, Metric.of(.5)),
                new ImportRow.Measurement(4, Metric.of(Double.NaN)))));

    Measurements known = StudySnapshot.measurements(c.state());
    assertThat(known.levels()).extracting(level -> level.size()).containsExactly(1, 0, 0, 0);
    assertThat(known.levels())
        .extracting(level -> level.failedX().length)
        .containsExactly(0, 1, 1, 1);
    assertThat(c.state().imports().failed()).isEqualTo(1);
    assertThat(c.state().data().all()).as("failures are no values").isEqualTo(1);
    assertThat(c.state().failing().trials()).isZero();
  }

  @Test
  void shouldSayWhetherARowWouldAddAnything() {
    send("a", row(0, point(1), 1, .5, 4, Double.NaN));
    Imports imports = c.state().imports();
    assertThat(imports.knows(SPECS.spec(), row(7, point(1), 1, .9))).isTrue();
    assertThat(imports.knows(SPECS.spec(), row(7, point(1), 9, Double.NaN))).isTrue();
    assertThat(imports.knows(SPECS.spec(), row(7, point(1), 1, Double.NaN))).isFalse();
    assertThat(imports.knows(SPECS.spec(), row(7, point(1), 9, .1))).isFalse();
    assertThat(imports.knows(SPECS.spec(), row(7, point(2), 1, .5))).isFalse();
  }

  @Test
  void shouldRefuseBadRowsOneByOneAndTellAllOfThem() {
    ImportRow missing =
        new ImportRow(4, point(4), List.of(new ImportRow.Measurement(9, new Metric.Missing())));
    send(
        "a",
        row(0, Configuration.of(Map.of("x", 99.0, "y", 1.0, "z", 1.0)), 9, .1),
        row(1, Configuration.of(Map.of("x", 1.0, "y", 1.0, "z", 1.0, "lr", 1.0)), 9, .1),
        row(2, point(2), 10, .1),
        row(3, point(3), 0, .1),
        missing,
        row(5, point(5)),
        row(6, point(6), 9, .3));

    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    assertThat(c.last().rejection().orElseThrow().message())
        .contains(
            "import 'a', 6 row(s) refused",
            "row 0: [x: must be",
            "row 1: [lr: is no parameter of this space; remove it or use one of x, y, z]",
            "row 2: [resource: is above 9, the most that a trial gets, was 10;",
            "row 3: [resource: must be at least 1, was 0]",
            "row 4: [loss: is missing at resource 9;",
            "and 1 more");
    assertThat(c.state().data().full()).isEqualTo(1);
    assertThat(c.state().imports().rows().get("a").get().toString()).isEqualTo("6");

    send("a", row(0, point(7), 9, .1));
    assertThat(c.state().data().full()).as("a row that was mended").isEqualTo(2);
  }

  @Test
  void shouldTakeNoMoreThanModelsCanBear() {
    int most = Imports.MOST;
    for (int from = 0; from < most; from += 1_000) {
      ImportRow[] some = new ImportRow[1_000];
      for (int i = 0; i < some.length; i++) {
        some[i] = row(from + i, point(from + i), 9, .1);
      }
      send("a", some);
      assertThat(c.rejection()).isEmpty();
    }
    send("a", row(most, point(most), 9, .1), row(most + 1, point(0), 3, .1));
    assertThat(c.last().rejection().orElseThrow().message())
        .contains("row 10000: the study has 10000 imported configurations, which is the most");
    assertThat(c.state().data().all()).as("a further value of a known one").isEqualTo(most + 1);
  }

  @Test
  void shouldAcceptInAPausedStudyAndRefuseInOneThatIsOver() {
    c.apply(RequestedState.PAUSED, SPECS.spec());
    send("a", row(0, point(0), 9, .1));
    assertThat(c.rejection()).isEmpty();
    assertThat(c.state().data().full()).isEqualTo(1);

    c.apply(RequestedState.CANCELLED, SPECS.spec());
    send("a", row(1, point(1), 9, .1));
    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    assertThat(c.state().data().full()).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhatIsForAnotherStudy() {
    c.on(
        new StudyEvent.Imported(
            0, Optional.of(new UUID(9, 9)), "a", List.of(row(0, point(0), 9, .1))));
    assertThat(c.rejection()).contains(Rejection.Kind.ZOMBIE);
    assertThat(
            StudyEngine.decide(Optional.empty(), event("a", row(0, point(0), 9, .1)))
                .rejection()
                .map(Rejection::kind))
        .contains(Rejection.Kind.UNKNOWN);
    assertThat(c.state().imports()).isEqualTo(Imports.NONE);
  }

  @Test
  void shouldNotSuggestWhatIsKnownAtTheLargestResourceThoughADrawMay() {
    send("a", rows(3, 9));
    Configuration known = point(0);
    Configuration half = point(7);
    send("a", row(7, half, 3, .5));
    assertThat(StudySnapshot.measurements(c.state()).exists(known.canonical())).isTrue();
    assertThat(StudySnapshot.measurements(c.state()).exists(half.canonical())).isFalse();
    assertThat(c.state().exists(known.canonical())).as("for draws").isFalse();

    c.on(
        new StudyEvent.SuggestionArrived(
            0, Conversation.INCARNATION, 0, List.of(known, half), 1, new TreeMap<>()));
    c.ask("A", 1);
    assertThat(c.trial(0).configuration()).isEqualTo(half);
    c.on(new StudyEvent.Enqueued(0, Optional.empty(), List.of(known), 1));
    c.ask("B", 1);
    assertThat(c.trial(1).configuration()).as("a user may").isEqualTo(known);
  }

  /** The second bracket gives way to a copy of the first where ranks at 1 and 3 agree. */
  @Test
  void shouldJoinTau() {
    Specs flexible =
        Specs.of(9, 3)
            .loops(2)
            .flexBand(
                new Method.FlexBandOptions(
                    FlexBand.Decide.BRACKET, FlexBand.WarmUp.PAIR, 25, FlexBand.DEFAULT_THRESHOLD));
    assertThat(secondBracket(new Conversation(flexible.spec())).source()).isEqualTo(1);

    Conversation informed = new Conversation(flexible.spec());
    List<ImportRow> rows = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      rows.add(row(i, point(i), 1, i / 10.0, 3, i / 20.0));
    }
    informed.on(event("a", rows.toArray(ImportRow[]::new)));
    assertThat(StudyInsight.of(informed.state()).correlations().get(0).trials()).isEqualTo(25);
    assertThat(secondBracket(informed).source()).as("a copy of the first").isZero();
  }

  private static Bracket secondBracket(Conversation c) {
    for (int i = 0; c.state().brackets().size() < 2; i++) {
      c.ask("W" + i, 1);
    }
    return c.state().brackets().get(1);
  }

  @Test
  void shouldBeTheSameFromTheStores() {
    c.train("A", 1, .9);
    send("a", row(0, point(1), 1, .5, 3, .4), row(2, point(2), 9, .7));
    send("b", row(5, point(1), 9, .2));
    c.train("A", 2, .8);
    assertThat(
            StudyState.assemble(
                c.state().header(),
                c.state().trials().asJava(),
                c.state().brackets().asJava(),
                c.state().slotTable().slots().values().asJava()))
        .isEqualTo(c.state());
  }

  @Test
  void shouldSayWhichPartsOfTheStoresChange() {
    StudyState before = c.state();
    send("a", rows(2, 9));
    StateChanges changes = StateChanges.by(c.last(), Optional.of(before), c.state());
    assertThat(changes.imported()).containsExactly(0, 1);
    assertThat(changes.imports()).containsExactly("a");
  }

  private void send(String importId, ImportRow... rows) {
    c.on(event(importId, rows));
  }

  private static StudyEvent event(String importId, ImportRow... rows) {
    return new StudyEvent.Imported(0, Optional.empty(), importId, Arrays.asList(rows));
  }

  /** Of so many configurations, all at one level. */
  private static ImportRow[] rows(int count, long level) {
    ImportRow[] rows = new ImportRow[count];
    for (int i = 0; i < count; i++) {
      rows[i] = row(i, point(i), level, .1 * i);
    }
    return rows;
  }

  private static Configuration point(int number) {
    return Configuration.of(Map.of("x", -10 + number / 1_000.0, "y", 2.0, "z", 3.0));
  }

  /**
   * @param measurements resource and value in turn
   */
  private static ImportRow row(int row, Configuration configuration, double... measurements) {
    List<ImportRow.Measurement> all = new ArrayList<>();
    for (int i = 0; i < measurements.length; i += 2) {
      all.add(new ImportRow.Measurement((long) measurements[i], Metric.of(measurements[i + 1])));
    }
    return new ImportRow(row, configuration, all);
  }
}
