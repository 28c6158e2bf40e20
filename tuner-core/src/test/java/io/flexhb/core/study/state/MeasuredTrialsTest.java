package io.flexhb.core.study.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredTrialsTest {
  private static final MeasuredTrials NONE = MeasuredTrials.none(List.of(1L, 3L, 9L));

  @Test
  void shouldJoinAdjacentLevelsWhenTheSecondValueComes() {
    MeasuredTrials one = with(NONE, 7, List.of(), value(1, .5));
    assertThat(one.joint(1).size()).isZero();
    MeasuredTrials two = with(one, 7, List.of(value(1, .5)), value(3, .4));
    assertThat(two.trialsAt(1)).isEqualTo(1);
    assertThat(two.trialsAt(3)).isEqualTo(1);
    assertThat(two.trialsAt(9)).isZero();
    assertThat(two.joint(1).low()).containsExactly(.5);
    assertThat(two.joint(1).high()).containsExactly(.4);
    assertThat(two.joint(3).size()).isZero();
  }

  @Test
  void shouldNotCountCopiesOfAJump() {
    LevelValue copy = new LevelValue(3, 9, .2, false);
    MeasuredTrials jumped = with(NONE, 7, List.of(value(1, .5)), copy, value(9, .2));
    assertThat(jumped.trialsAt(3)).isZero();
    assertThat(jumped.trialsAt(9)).isEqualTo(1);
    assertThat(jumped.joint(1).size()).isZero();
    assertThat(jumped.joint(3).size()).isZero();
  }

  @Test
  void shouldNotCountLevelsThatAreNoRungs() {
    assertThat(with(NONE, 7, List.of(value(3, .5)), value(6, .4))).isSameAs(NONE);
    assertThatThrownBy(() -> NONE.trialsAt(6)).hasMessageContaining("6 is not a rung level");
  }

  /** As a restart does it. */
  @Test
  void shouldBeTheSameFromAllValuesAtOnce() {
    MeasuredTrials step = with(NONE, 0, List.of(), value(1, .5));
    step = with(step, 0, List.of(value(1, .5)), value(3, .4));
    step = with(step, 0, List.of(value(1, .5), value(3, .4)), value(9, .3));
    assertThat(with(NONE, 0, List.of(), value(1, .5), value(3, .4), value(9, .3))).isEqualTo(step);
  }

  private static LevelValue value(long level, double value) {
    return new LevelValue(level, level, value, true);
  }

  private static MeasuredTrials with(
      MeasuredTrials measured, int trial, List<LevelValue> before, LevelValue... added) {
    List<LevelValue> all = new ArrayList<>(before);
    all.addAll(List.of(added));
    return measured.with(trial, List.of(added), all);
  }
}
