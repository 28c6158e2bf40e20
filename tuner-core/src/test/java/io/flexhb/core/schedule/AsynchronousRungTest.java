package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AsynchronousRungTest {

  private static AsynchronousRung of(double... values) {
    AsynchronousRung rung = AsynchronousRung.EMPTY;
    for (int trial = 0; trial < values.length; trial++) {
      rung = rung.arrived(new Ranked(values[trial], trial));
    }
    return rung;
  }

  @Test
  void shouldLetTheBestOfThreeGoOn() {
    AsynchronousRung rung = of(.3, .1, .2);
    assertThat(rung.next(3)).contains(new Ranked(.1, 1));
    assertThat(rung.promoted(new Ranked(.1, 1)).next(3)).isEmpty();
  }

  @Test
  void shouldLetAtLeastOneGoOn() {
    assertThat(of(.3).next(3)).contains(new Ranked(.3, 0));
    assertThat(AsynchronousRung.EMPTY.next(3)).isEmpty();
  }

  @Test
  void shouldCountTrialsThatWentOn() {
    AsynchronousRung rung = of(.3, .4).promoted(new Ranked(.3, 0));
    assertThat(rung.next(2)).isEmpty();
    assertThat(rung.arrived(new Ranked(.5, 2)).arrived(new Ranked(.6, 3)).next(2))
        .as("two of four")
        .contains(new Ranked(.4, 1));
  }

  @Test
  void shouldBreakTiesByTrialNumber() {
    AsynchronousRung rung = of(.1, .1, .1);
    assertThat(rung.next(3)).contains(new Ranked(.1, 0));
    assertThat(rung.promoted(new Ranked(.1, 0)).next(3)).as("not all that tie").isEmpty();
  }
}
