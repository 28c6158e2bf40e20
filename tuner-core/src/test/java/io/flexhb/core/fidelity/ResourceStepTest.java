package io.flexhb.core.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceStepTest {

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.3, 3",
    "0.1, 0.30000000000000004, 3",
    "0.1, 1, 10",
    "0.25, 1.75, 7",
    "1000, 27000, 27",
    "1, 27, 27",
    "1, 1e3, 1000",
  })
  void shouldTakeAnAmountForItsUnits(String step, String amount, long units) {
    assertThat(step(step).units(new BigDecimal(amount))).hasValue(units);
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.25, 0.2 or 0.3",
    "0.1, 0.0500001, 0.1",
    "0.1, 0.2999, 0.2 or 0.3",
    "1, 1.5, 1 or 2",
    "1000, 1500, 1000 or 2000",
    "0.1, 0.30000001, 0.3 or 0.4",
  })
  void shouldRoundNothing(String step, String amount, String nearest) {
    assertThat(step(step).units(new BigDecimal(amount))).isEmpty();
    assertThat(step(step).nearest(new BigDecimal(amount))).isEqualTo(nearest);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 3, 0.3", "0.1, 10, 1", "0.05, 0, 0", "1000, 3, 3000", "1, 27, 27", "0.5, 4, 2"})
  void shouldShowUnitsAsAmounts(String step, long units, String shown) {
    assertThat(step(step).text(units)).isEqualTo(shown);
    assertThat(new BigDecimal(step(step).number(units).toString())).isEqualByComparingTo(shown);
    assertThat(step(step).amount(units)).isEqualTo(Double.parseDouble(shown));
  }

  @Test
  void shouldBeEqualHoweverItIsWritten() {
    assertThat(step("0.10")).isEqualTo(step("0.1"));
    assertThat(step("1000")).isEqualTo(step("1e3"));
    assertThat(step("1.0")).isEqualTo(ResourceStep.ONE);
    assertThat(ResourceStep.ONE.isOne()).isTrue();
    assertThatThrownBy(() -> step("0")).isInstanceOf(IllegalArgumentException.class);
  }

  /** What a trainer gets as a number and adds up comes back as what it was. */
  @Property(tries = 500)
  void shouldReadBackEachAmount(
      @ForAll @IntRange(min = 1, max = 999_999) int digits,
      @ForAll @IntRange(min = 0, max = 6) int scale,
      @ForAll @LongRange(min = 1, max = 1_000_000) long units) {
    ResourceStep step = new ResourceStep(BigDecimal.valueOf(digits, scale));

    assertThat(step.units(BigDecimal.valueOf(step.amount(units)))).hasValue(units);
    double multiplied = units * step.amount(1);
    assertThat(step.units(BigDecimal.valueOf(multiplied))).hasValue(units);
    assertThat(step.units(new BigDecimal(step.text(units)))).hasValue(units);
  }

  private static ResourceStep step(String size) {
    return new ResourceStep(new BigDecimal(size));
  }
}
