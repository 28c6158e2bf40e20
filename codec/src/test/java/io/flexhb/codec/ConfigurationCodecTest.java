package io.flexhb.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.JsonText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationCodecTest {

  @Test
  void shouldCarryNullAndListsBesideTheOthers() {
    List<Object> layers = Arrays.asList(64, 1.5, "a\"b\n", true, null, List.of());
    Configuration configuration =
        Configuration.of(
            Map.of("lr", 0.1, "depth", JsonText.of(null), "layers", JsonText.of(layers)));

    io.flexhb.avro.Configuration wire = ConfigurationCodec.toWire(configuration);

    assertThat(wire.getValues()).containsOnly(Map.entry("lr", 0.1));
    assertThat(wire.getJson())
        .containsOnly(
            Map.entry("depth", "null"),
            Map.entry("layers", "[64,1.5,\"a\\\"b\\u000a\",true,null,[]]"));
    assertThat(ConfigurationCodec.fromWire(wire)).isEqualTo(configuration);
    assertThat(ConfigurationCodec.tree(wire)).containsEntry("layers", layers);
  }

  @Test
  void shouldTakeAnyWritingOfTheSameList() {
    assertThat(
            ConfigurationCodec.fromWire(
                new io.flexhb.avro.Configuration(Map.of(), Map.of("layers", " [64 , 1.50] "))))
        .isEqualTo(Configuration.of(Map.of("layers", JsonText.of(List.of(64, 1.5)))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[1", "{}", "3", "[{}]", "[1] 2", "[NaN]", "\"text\""})
  void shouldRefuseWhatIsNoNullAndNoList(String text) {
    assertThatThrownBy(
            () ->
                ConfigurationCodec.fromWire(
                    new io.flexhb.avro.Configuration(Map.of(), Map.of("layers", text))))
        .isInstanceOf(PoisonRecord.class)
        .hasMessageContaining("layers is neither null nor a list in JSON");
  }
}
