package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.spec.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people are shown of the arrangement is what will open. */
class StudyInsightTest {

  @Test
  void shouldShowTheLoopThatWasDecidedUntilItIsOver() {
    Conversation c = conversation(FlexBand.Decide.LOOP);
    trainTheFirstBracket(c);
    assertThat(replaced(c)).containsExactly(false, false);
    c.train("A", 5, 0.4); // opens the second bracket
    assertThat(c.state().brackets().get(1).source()).isEqualTo(1);
    assertThat(replaced(c)).containsExactly(false, true);
  }

  @Test
  void shouldShowWhatTheValuesSayWhereEachBracketIsDecidedAsItOpens() {
    Conversation c = conversation(FlexBand.Decide.BRACKET);
    trainTheFirstBracket(c);
    assertThat(replaced(c)).containsExactly(false, true);
    c.train("A", 5, 0.4);
    assertThat(c.state().brackets().get(1).source()).isZero();
  }

  /** Two brackets a loop; any value at both levels replaces the second. */
  private static Conversation conversation(FlexBand.Decide decide) {
    return new Conversation(
        Specs.of(3, 3)
            .brackets(Method.Brackets.FLEXBAND)
            .flexBand(new Method.FlexBandOptions(decide, FlexBand.WarmUp.PAIR, 1, -0.5))
            .loops(9)
            .spec());
  }

  /** Three trials at 1, the best of them at 3. */
  private static void trainTheFirstBracket(Conversation c) {
    for (int ask = 1; ask <= 4; ask++) {
      c.train("A", ask, 0.5);
    }
    assertThat(c.state().brackets().size()).isEqualTo(1);
  }

  private static List<Boolean> replaced(Conversation c) {
    return StudyInsight.of(c.state()).places().stream()
        .map(StudyInsight.Place::isReplaced)
        .toList();
  }
}
