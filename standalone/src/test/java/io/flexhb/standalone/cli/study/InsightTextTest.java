package io.flexhb.standalone.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalReason;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.simulator.SimulationPlan;
import io.flexhb.simulator.Simulator;
import io.flexhb.simulator.ToyFunction;
import io.flexhb.standalone.view.StudyView;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class InsightTextTest {
  private static final String YAML =
      """
      study: toy
      objective: {metric: loss, direction: minimize}
      resource: {max: 27}
      space:
        x: {type: double, low: -10, high: 10}
        y: {type: double, low: 0, high: 20}
        z: {type: double, low: 0, high: 10}
      limits: {loops: 3}
      switches: {flexband.threshold: 0.3}
      """;

  private final StudyState state = afterDecision(YAML, 650);

  @Test
  void shouldShowTauAndTheBracketsItLedTo() {
    List<String> lines = lines(List.of());

    assertThat(state.brackets().exists(b -> b.source() != b.place())).isTrue();
    assertThat(lines)
        .anyMatch(line -> line.matches("  1:3 0\\.\\d+ over \\d+: 27@1 .*\\(in place of 9@3 .*"))
        .anyMatch(line -> line.startsWith("bracket ") && line.endsWith("  in place of 9@3"))
        .anyMatch(line -> line.matches("  @1: \\d+ trial\\(s\\), best -\\d.* \\(trial \\d+\\)"))
        .anyMatch(line -> line.matches("suggestions: \\d+ pending, \\d+ prepared, 0 enqueued"));
  }

  @Test
  void shouldShowTheWeightsOfTheNewestModel() {
    List<JournalEntry> journal =
        List.of(
            entry(Map.of("reason", "model", "sampler", "fgf", "levels", "1", "weights", "1")),
            entry(Map.of("reason", "model", "sampler", "fgf", "levels", "1 3", "weights", ".4 .6")),
            entry(Map.of("reason", "random share 0.2", "sampler", "fgf")));

    assertThat(lines(journal)).contains("newest model: fgf, weights @1 .4  @3 .6");
  }

  @Test
  void shouldHaveAllOfItInJson() {
    Map<String, Object> tree = new LinkedHashMap<>();
    new InsightText(state, List.of(entry(Map.of("reason", "model", "weights", "1")))).addTo(tree);

    assertThat(tree.get("correlations")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(3);
    assertThat(tree.get("arrangement")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(4);
    assertThat(tree.get("openedBrackets"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(state.brackets().size());
    assertThat(tree).containsEntry("model", Map.of("reason", "model", "weights", "1"));
    assertThat(tree.get("pools")).asInstanceOf(InstanceOfAssertFactories.LIST).isNotEmpty();
    assertThat(tree.get("suggestions").toString()).contains("pending=", "prepared=", "enqueued=0");
  }

  @Test
  void shouldCountTheOlderBracketsOfALongStudy() {
    StudyState longStudy =
        afterDecision(
            YAML.replace("loops: 3", "loops: 20")
                .replaceAll("switches: .*", "algorithm: hyperband"),
            4_000);
    int brackets = longStudy.brackets().size();
    assertThat(brackets).isGreaterThan(60);

    List<String> lines = StudyView.brackets(longStudy);
    assertThat(lines).hasSize(41).first().isEqualTo(brackets - 40 + " older bracket(s) are closed");
    assertThat(lines.get(40)).startsWith("bracket " + (brackets - 1) + " ");
  }

  @Test
  void shouldShowTheRungsThatNobodyWaitsFor() {
    StudyState asha = afterDecision(YAML + "promotion: asha\n", 500);
    Map<String, Object> tree = new LinkedHashMap<>();
    new InsightText(asha, List.of()).addTo(tree);

    assertThat(lines(asha, List.of()))
        .anyMatch(
            line ->
                line.matches(
                    "from @1 +@1 \\d+ value\\(s\\), \\d+ went on  .* @27 \\d+ value\\(s\\)"));
    assertThat(tree.get("asynchronousRungs").toString())
        .startsWith("[{startLevel=1, level=1, values=");
  }

  private List<String> lines(List<JournalEntry> journal) {
    return lines(state, journal);
  }

  private static List<String> lines(StudyState state, List<JournalEntry> journal) {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    new InsightText(state, journal).print(printer);
    printer.flush();
    return out.toString().lines().toList();
  }

  private static JournalEntry entry(Map<String, String> values) {
    JournalEntry entry = new JournalEntry();
    entry.setReasons(List.of(new JournalReason("suggestion", -1, "", values)));
    return entry;
  }

  /** The configurations are random, whatever the sampler: what matters here is the state. */
  private static StudyState afterDecision(String yaml, int number) {
    StudySpec spec = StudySpecReader.read(StudyFile.parse("test", yaml)).orElseThrow();
    List<StudyState> states = new ArrayList<>();
    Simulator.run(
        SimulationPlan.of(spec, new ToyFunction(0.2)),
        (before, event, decision, after) -> states.add(after));
    return states.get(number);
  }
}
