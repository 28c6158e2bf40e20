package io.flexhb.emitter.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a report is complete, and to which resource it belongs. */
class ReportAssemblerTest {

  private static final OutputFormat FORMAT = OutputFormat.of("loss", CounterName.ofUnit("epochs"));

  @Test
  void shouldReportOnceNothingMoreComes() {
    Output output = Output.of(FORMAT).print("epoch 1 loss=0.5\nacc=0.9\n");

    assertThat(output.reports()).isEmpty();
    output.pause();

    assertThat(output.seen("acc")).containsExactly("1=0.9");
  }

  @Test
  void shouldReportWhatIsDrawnOverOnlyOnceItStands() {
    Output output = Output.of(FORMAT).print("epoch 1 loss=0.5\repoch 1 loss=0.4\r").pause();
    assertThat(output.reports()).isEmpty();

    output.print("epoch 2 loss=0.3\r ");

    assertThat(output.seen("loss")).containsExactly("1=0.4");
  }

  @Test
  void shouldTellWhenTheObjectiveComesAgain() {
    Output output = Output.of(FORMAT).print("epoch 1 loss=0.5\n").pause();
    assertThat(output.assembler().isShownAgain()).isFalse();

    output.print("epoch 1 loss=0.4\n").pause();

    assertThat(output.seen("loss")).containsExactly("1=0.5");
    assertThat(output.assembler().isShownAgain()).isTrue();
  }

  @Test
  void shouldWaitForTheLatestValueWhereSomeAreShownInBetween() {
    Output output =
        Output.of(
            new OutputFormat("loss", CounterName.named("epoch"), List.of(), Set.of(), false, true));

    output.print("epoch 1 loss=0.5\n").pause().print("epoch 1 loss=0.4\n").pause();
    assertThat(output.reports()).isEmpty();
    output.print("epoch 2 loss=0.3\n").end();

    assertThat(output.seen("loss")).containsExactly("1=0.4", "2=0.3");
  }

  @Test
  void shouldCountInTheStepsOfTheStudy() {
    Output output =
        Output.inSteps(FORMAT, "0.1", new StepNumbering(OptionalInt.empty(), false), 0)
            .print("epoch 0.1 loss=0.5\nepoch 0.2 loss=0.4\nepoch 0.30000000000000004 loss=0.3\n")
            .print("epoch 1 loss=0.2\nepoch 1.0e+00 loss=0.1\n");
    output.end();

    assertThat(output.seen("loss")).containsExactly("1=0.5", "2=0.4", "3=0.3", "10=0.1");
    assertThat(output.between()).isEmpty();
  }

  @Test
  void shouldReportNothingBetweenTwoSteps() {
    Output output =
        Output.inSteps(FORMAT, "0.1", new StepNumbering(OptionalInt.empty(), false), 0)
            .print("epoch 0.1 loss=0.5\nepoch 0.25 loss=0.4\nepoch 0.3 loss=0.3\n");
    output.end();

    assertThat(output.seen("loss")).containsExactly("1=0.5", "3=0.3");
    assertThat(output.between()).containsExactly(0.25);
    assertThat(output.assembler().isFractional()).isTrue();
  }

  @Test
  void shouldTellOfFractionsWhereOnesAreCounted() {
    Output output = Output.of(FORMAT).print("epoch 0.5 loss=0.5\nepoch 1 loss=0.4\n");
    output.end();

    assertThat(output.seen("loss")).containsExactly("1=0.4");
    assertThat(output.between()).containsExactly(0.5);
  }

  @Test
  void shouldLearnThatFractionsCountFromZeroAndGoOnFromWhereTheyWere() {
    Output fromZero =
        Output.inSteps(FORMAT, "0.5", new StepNumbering(OptionalInt.empty(), false), 0)
            .print("epoch 0 loss=0.5\nepoch 0.5 loss=0.4\n");
    fromZero.end();
    Output resumed =
        Output.inSteps(FORMAT, "0.5", new StepNumbering(OptionalInt.of(1), true), 3)
            .print("epoch 0.5 loss=0.3\n");
    resumed.end();

    assertThat(fromZero.seen("loss")).containsExactly("1=0.5", "2=0.4");
    assertThat(resumed.seen("loss")).containsExactly("4=0.3");
  }

  @Test
  void shouldCountReportsOfAScriptThatDoesNot() {
    Output output =
        Output.of(
            new OutputFormat("loss", CounterName.named("epoch"), List.of(), Set.of(), true, false));

    output.print("loss: 0.5\n").pause().print("loss: 0.4\nloss: 0.3\n").end();

    assertThat(output.seen("loss")).containsExactly("1=0.5", "2=0.4", "3=0.3");
  }

  @Test
  void shouldLearnThatAScriptCountsFromZero() {
    StepNumbering counting = new StepNumbering(OptionalInt.empty(), false);

    Output first = Output.resumed(FORMAT, counting, 0).print("epoch 0 loss=5\nepoch 1 loss=4\n");
    first.end();
    Output resumed = Output.resumed(FORMAT, counting, 2).print("epoch 2 loss=3\n");
    resumed.end();

    assertThat(first.seen("loss")).containsExactly("1=5.0", "2=4.0");
    assertThat(resumed.seen("loss")).containsExactly("3=3.0");
  }

  @Test
  void shouldLearnItFromAResumedRunToo() {
    Output fromZero =
        Output.resumed(FORMAT, new StepNumbering(OptionalInt.empty(), false), 3)
            .print("epoch 3 loss=1\n");
    fromZero.end();
    Output fromOne =
        Output.resumed(FORMAT, new StepNumbering(OptionalInt.empty(), false), 3)
            .print("epoch 4 loss=1\n");
    fromOne.end();

    assertThat(fromZero.seen("loss")).containsExactly("4=1.0");
    assertThat(fromOne.seen("loss")).containsExactly("4=1.0");
  }

  @Test
  void shouldAddWhereTheScriptBeginsAnewWhenItIsSaidThatItDoes() {
    Output resumed =
        Output.resumed(FORMAT, new StepNumbering(OptionalInt.empty(), true), 3)
            .print("epoch 1 loss=1\n");
    resumed.end();

    assertThat(resumed.seen("loss")).containsExactly("4=1.0");
  }

  @Test
  void shouldKnowHowOftenAScriptReports() {
    Output output =
        Output.of(FORMAT).print("epoch 1\nepoch 5 loss=1\nepoch 6\nepoch 10 loss=1\nepoch 11\n");
    output.end();

    assertThat(output.assembler().gap()).isEqualTo(5);
    assertThat(output.assembler().newest().orElseThrow().resource()).isEqualTo(10);
  }

  @Test
  void shouldKeepTheLastValuesOfAScriptThatShowsNoCounter() {
    Output output = Output.of(FORMAT).print("final loss: 0.25\n");

    assertThat(output.end()).isEmpty();
    assertThat(output.assembler().last()).containsEntry("loss", 0.25);
  }

  @Test
  void shouldTellOfFractions() {
    Output output = Output.of(FORMAT).print("{'loss': 0.5, 'epoch': 0.25}\n");
    output.end();

    assertThat(output.assembler().isFractional()).isTrue();
    assertThat(output.assembler().newest()).isEmpty();
  }
}
