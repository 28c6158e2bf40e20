package io.flexhb.client.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.client.InvalidRequestException;
import io.flexhb.client.StudyDefinition;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results in files, good and bad. */
class ImportFileReaderTest {

  /** Levels 1, 3, 6 and 9. */
  private static final StudySpec SPEC =
      StudyDefinition.ofJson(
              """
              {"study": "s",
               "objective": {"metric": "loss", "direction": "minimize"},
               "resource": {"max": 9},
               "algorithm": "flexhb",
               "space": {
                 "lr": {"type": "double", "low": 0.0001, "high": 1, "log": true},
                 "units": {"type": "int", "low": 8, "high": 64},
                 "kind": {"type": "categorical", "choices": ["adam", "sgd", "1", true, null]},
                 "momentum": {"type": "double", "low": 0, "high": 1,
                   "activeWhen": {"parameter": "kind", "values": ["sgd"]}},
                 "data": {"value": "cifar"}},
               "forbidden": [{"kind": "adam", "units": 64}],
               "limits": {"loops": 1}}
              """)
          .spec();

  @TempDir private Path folder;

  @Test
  void shouldReadCsvAndJoinTheRowsOfAConfiguration() throws IOException {
    ImportRows rows =
        read(
            """
            resource,lr,units,kind,momentum,loss
            3,0.1,16,adam,,0.4
            1,0.1,16.0,adam,,0.5

            9,0.1,16,"adam",,0.3
            9,1e-1,8,sgd,0.9,nan
            """);

    assertThat(rows.rows())
        .containsExactly(
            new ImportRow(
                0,
                Configuration.of(Map.of("lr", .1, "units", 16L, "kind", "adam", "data", "cifar")),
                List.of(measured(1, .5), measured(3, .4), measured(9, .3))),
            new ImportRow(
                1,
                Configuration.of(
                    Map.of("lr", .1, "units", 8L, "kind", "sgd", "momentum", .9, "data", "cifar")),
                List.of(new ImportRow.Measurement(9, new Metric.NotFinite("nan")))));
    assertThat(rows.values()).isEqualTo(Map.of(1L, 1, 3L, 1, 9L, 1));
    assertThat(rows.failed()).isEqualTo(1);
    assertThat(rows.unused()).isZero();
  }

  @Test
  void shouldReadTheSameFromJsonLinesAsFromCsv() throws IOException {
    ImportRows csv =
        read("lr,units,kind,resource,loss\n0.1,16,adam,1,0.5\n0.2,16,1,9,0.3\n0.3,8,True,9,NaN\n");
    ImportRows json =
        read(
            """

            {"configuration": {"lr": 0.1, "units": 16, "kind": "adam"}, "resource": 1, "values": {"loss": 0.5, "acc": 1}}
            {"configuration": {"lr": 0.2, "units": 16, "kind": "1"}, "measurements": [{"resource": 9, "values": {"loss": 0.3}}]}
            {"configuration": {"lr": 0.3, "units": 8, "kind": true}, "resource": 9, "values": {"loss": NaN}}
            """);

    assertThat(json.rows()).isEqualTo(csv.rows());
    assertThat(json.hash()).isEqualTo(csv.hash());
    assertThat(json.hash())
        .isNotEqualTo(read("lr,units,kind,resource,loss\n0.1,16,adam,1,0.6\n").hash());
  }

  @Test
  void shouldKeepWhatTheStudyUses() throws IOException {
    ImportRows rows =
        read(
            """
            {"configuration": {"lr": 0.1, "units": 16, "kind": null}, "measurements": [
            """
                    .strip()
                + "{\"resource\": 5, \"values\": {\"loss\": 0.5}},"
                + "{\"resource\": 4, \"values\": {\"loss\": 0.6}},"
                + "{\"resource\": 9, \"values\": {\"loss\": 0.1}},"
                + "{\"resource\": 8, \"values\": {\"loss\": 0.2}}]}\n");
    assertThat(rows.rows().get(0).measurements())
        .containsExactly(measured(4, .6), measured(8, .2), measured(9, .1));
    assertThat(rows.unused()).isEqualTo(1);
  }

  @Test
  void shouldTellAllBadRowsAtOnceEachWithItsFieldAndWhatToDo() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    lr,units,kind,momentum,resource,loss
                    7,16,adam,,9,0.1
                    0.1,many,adam,,9,0.1
                    0.1,16,adam,0.5,9,0.1
                    0.1,16,sgd,,9,0.1
                    0.1,64,adam,,9,0.1
                    0.1,16,adam,,10,0.1
                    0.1,16,adam,,0,0.1
                    0.1,16,adam,,1.5,0.1
                    0.1,16,adam,,9,
                    0.1,16,adam,,9,good
                    0.1,16,adam,,9
                    0.1,16,adam,,9,0.1
                    """))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContainingAll(
            "11 row(s) cannot be imported, nothing was sent",
            "line 2: lr: must be",
            "was 7.0",
            "line 3: units: must be",
            "was 'many'",
            "line 4: momentum: does not exist here; leave it out",
            "line 5: momentum: is missing",
            "line 6: kind, units: is a forbidden combination",
            "line 7: resource: is above 9, the most that a trial gets, was 10",
            "line 8: resource: must be at least 1, was 0",
            "line 9: resource: must be a whole number from 1 to 9, was '1.5'",
            "line 10: loss: is missing at resource 9; give the study's objective",
            "line 11: loss: must be a number, or NaN where the training failed, was 'good'",
            "line 12: has 5 value(s), there are 6 columns")
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("line 13"));
  }

  @Test
  void shouldTellOfEachBadLineOfJson() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    {"configuration": {"lr": 0.1, "units": 16, "kind": "adam"}, "resource": 9}
                    {"configuration": {"lr": 0.1}, "resource": 9, "values": {"loss": 0.1}}
                    {"configuration": [1], "resource": 9, "values": {"loss": 0.1}}
                    {"config": {}, "resource": 9, "values": {"loss": 0.1}}
                    {"configuration": {}, "resource": 9, "measurements": []}
                    {"configuration": {"nobody": 1}, "resource": 9, "values": {"loss": "x"}}
                    {"configuration": {"lr": 0.1, "units": 16, "kind": "adam"}, "measurements": []}
                    [1, 2]
                    {"configuration": {
                    """))
        .hasMessageContainingAll(
            "line 1: each measurement needs resource, and values: metric to number",
            "line 2: units: is missing",
            "line 2: kind: is missing",
            "line 3: configuration must be an object",
            "line 4: config means nothing here; there are configuration, resource, values",
            "line 5: has measurements and resource; give one of them",
            "line 6: nobody: is no parameter of this space; remove it or use one of lr, units",
            "line 6: loss: must be a number, or NaN where the training failed, was 'x'",
            "line 7: measurements: is empty; give at least one",
            "line 8: must be a JSON object",
            "line 9: is not a JSON object on one line");
  }

  @Test
  void shouldTellAllThatIsWrongWithTheFirstLine() {
    assertThatThrownBy(() -> read("lr,untis,lr,trial,loss\n0.1,16,0.1,1,0.2\n"))
        .hasMessageContainingAll(
            "there is no column 'resource'; add it",
            "column 'untis' is not a parameter of the study; rename it, or leave it out with --ignore"
                + " 'untis'",
            "column 'trial' is not a parameter",
            "column 'lr' is there twice")
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("column 'loss'"));
  }

  @Test
  void shouldReadAStreamAsItReadsAFile() {
    ImportBuilder builder = new ImportBuilder(SPEC);
    new ImportFileReader(builder, Set.of())
        .read(
            new ByteArrayInputStream(
                "lr,units,kind,resource,loss\n0.1,16,adam,9,0.1\n"
                    .getBytes(StandardCharsets.UTF_8)),
            "standard input");
    assertThat(builder.build(false).rows()).hasSize(1);
  }

  @Test
  void shouldCountInStepsOfTheStudy() {
    ImportBuilder builder =
        new ImportBuilder(
            StudyDefinition.ofJson(
                    """
                    {"study": "parts",
                     "objective": {"metric": "loss", "direction": "minimize"},
                     "resource": {"min": 0.1, "max": 1, "step": 0.1, "unit": "share"},
                     "space": {"lr": {"type": "double", "low": 0.1, "high": 1}},
                     "limits": {"budget": 12.5}}
                    """)
                .spec());
    builder.add("row 1", Map.of("lr", 0.5), List.of(Map.entry("0.3", 0.4)));
    builder.add("row 2", Map.of("lr", 0.6), List.of(Map.entry(0.25, 0.4)));

    assertThat(builder.rejected()).isEqualTo(1);
    assertThat(builder.build(true).values()).isEqualTo(Map.of(3L, 1));
  }

  @Test
  void shouldLeaveColumnsOutThatAreToBeIgnored() throws IOException {
    ImportBuilder builder = new ImportBuilder(SPEC);
    new ImportFileReader(builder, Set.of("trial"))
        .read(file("trial,lr,units,kind,resource,loss\n7,0.1,16,adam,9,0.1\n"));
    assertThat(builder.build(false).rows()).hasSize(1);
  }

  @Test
  void shouldImportTheOthersWhenBadRowsAreToBeSkipped() throws IOException {
    ImportBuilder builder = new ImportBuilder(SPEC);
    new ImportFileReader(builder, Set.of())
        .read(file("lr,units,kind,resource,loss\n7,16,adam,9,0.1\n0.1,16,adam,9,0.1\n"));
    assertThat(builder.build(true).rows()).singleElement().matches(row -> row.row() == 0);
    assertThat(builder.rejected()).isEqualTo(1);
  }

  @Test
  void shouldSayThatThereIsNothingToImport() {
    assertThatThrownBy(() -> read("")).hasMessage("the file is empty");
    assertThatThrownBy(() -> read("lr,units,kind,resource,loss\n"))
        .hasMessage("there is no row to import");
    assertThatThrownBy(() -> read("[{}]")).hasMessageContaining("one JSON object on each line");
    assertThatThrownBy(() -> read("lr,units,kind,resource,loss\n\"0.1,16,adam,9,0.1\n"))
        .hasMessage("line 2: a value in quotes does not end; close it with \"");
    assertThatThrownBy(
            () -> new ImportFileReader(new ImportBuilder(SPEC), Set.of()).read(Path.of("none")))
        .hasMessage("there is no file none");
  }

  @Test
  void shouldReadFilesAsSpreadsheetsWriteThem() throws IOException {
    assertThat(
            read("\uFEFFlr,units,kind,resource,loss\r\n\"0.1\", 16 ,\"adam\",9,\"0.1\"\r\n").rows())
        .singleElement()
        .satisfies(row -> assertThat(row.measurements()).containsExactly(measured(9, .1)));
  }

  @Test
  void shouldMakeBatchesThatFitIntoRecords() {
    List<ImportRow> rows = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      rows.add(
          new ImportRow(i, Configuration.of(Map.of("x", (double) i)), List.of(measured(9, i))));
    }
    List<List<ImportRow>> batches = ImportRows.batches(rows);
    assertThat(batches).extracting(List::size).containsExactly(500, 500, 200);
    assertThat(batches.stream().flatMap(List::stream).toList()).isEqualTo(rows);

    List<ImportRow> large =
        rows.subList(0, 10).stream()
            .map(
                row ->
                    new ImportRow(
                        row.row(),
                        Configuration.of(Map.of("x", "y".repeat(20_000))),
                        row.measurements()))
            .toList();
    assertThat(ImportRows.batches(large)).extracting(List::size).containsExactly(2, 2, 2, 2, 2);
  }

  private ImportRows read(String content) throws IOException {
    ImportBuilder builder = new ImportBuilder(SPEC);
    new ImportFileReader(builder, Set.of()).read(file(content));
    return builder.build(false);
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("results"), content);
  }

  private static ImportRow.Measurement measured(long resource, double value) {
    return new ImportRow.Measurement(resource, Metric.of(value));
  }
}
