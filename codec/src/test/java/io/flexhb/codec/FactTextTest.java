package io.flexhb.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.schedule.Correlation;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.LevelValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FactTextTest {

  @Property
  void shouldIdentifyEachDouble(@ForAll double number) {
    assertThat(Double.parseDouble(FactText.text(number))).isEqualTo(number + 0.0);
  }

  @Test
  void shouldWriteNumbersAsPeopleDo() {
    assertThat(FactText.text(0.1)).isEqualTo("0.1");
    assertThat(FactText.text(3.0)).isEqualTo("3.0");
    assertThat(FactText.text(-0.0)).isEqualTo("0.0");
    assertThat(FactText.text(2.0e-3)).isEqualTo("0.002");
    assertThat(FactText.text(2.2250738585072014E-308)).isEqualTo("2.2250738585072014E-308");
  }

  @Test
  void shouldWriteEachComponentOfAFactButItsTrial() {
    Fact fact =
        new Fact.ValueRecorded(
            7,
            2,
            5_000,
            List.of(new LevelValue(1, 1, 0.5, false), new LevelValue(3, 3, 0.25, true)));

    assertThat(FactText.fields((Record) fact, "trial"))
        .isEqualTo(
            Map.of(
                "attempt",
                "2",
                "levels",
                "[{level=1, resource=1, value=0.5, measured=false},"
                    + " {level=3, resource=3, value=0.25, measured=true}]"));
  }

  @Test
  void shouldWriteWhatIsAbsentAsNothing() {
    assertThat(FactText.text(Optional.empty())).isEmpty();
    assertThat(FactText.text(OptionalLong.empty())).isEmpty();
    assertThat(FactText.text(OptionalLong.of(4))).isEqualTo("4");
    assertThat(FactText.text(Optional.of(new SlotId("w", 1)))).isEqualTo("w/1");
  }

  @Test
  void shouldWriteRecordsWithTheirNamesAndConfigurationsByTheirKey() {
    Configuration configuration = Configuration.of(Map.of("b", 1L, "a", 0.5));

    assertThat(FactText.text(new Correlation(1, 3, 0.5, 25)))
        .isEqualTo("{low=1, high=3, tau=0.5, trials=25}");
    assertThat(FactText.text(configuration)).isEqualTo(configuration.canonical());
  }

  @Test
  void shouldWriteWhatDistinguishesACommand() {
    Command command =
        new Command.Grant(
            "4.1",
            new UUID(1, 1),
            Command.GrantKind.REVIVE,
            new SlotId("w", 0),
            OptionalLong.of(3),
            5,
            2,
            1,
            3,
            Configuration.of(Map.of("a", 0.5)),
            Optional.empty(),
            30_000,
            "why");

    assertThat(FactText.text(command)).isEqualTo("REVIVE 4.1 trial 5/2 from 1 until 3 to w/0");
  }
}
