package io.flexhb.emitter.agent.params;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ParameterTextTest {

  @Test
  void shouldWriteNumbersAsEveryLanguageReadsThem() {
    assertThat(ParameterText.of(0.001)).isEqualTo("0.001");
    assertThat(ParameterText.of(1e-5)).isEqualTo("1.0e-5");
    assertThat(ParameterText.of(3.0)).isEqualTo("3.0");
    assertThat(ParameterText.of(1.5e20)).isEqualTo("1.5e+20");
    assertThat(ParameterText.of(-12345678.25)).isEqualTo("-12345678.25");
    assertThat(ParameterText.of(7L)).isEqualTo("7");
    assertThat(ParameterText.of(true)).isEqualTo("true");
    assertThat(ParameterText.of("1e5")).isEqualTo("1e5");
  }

  @Test
  void shouldKeepEachBit() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(number)) {
        assertThat(Double.parseDouble(ParameterText.of(number))).isEqualTo(number);
      }
    }
  }

  @Test
  void shouldWriteFiles() {
    Map<String, Object> parameters = Map.of("lr", 1e-5, "opt", "no: \"x\"\n", "n", 3L, "b", true);

    assertThat(ParameterFiles.json(parameters))
        .isEqualTo(
            "{\n  \"b\": true,\n  \"lr\": 1.0e-5,\n  \"n\": 3,\n  \"opt\": \"no: \\\"x\\\"\\n\"\n}\n");
    assertThat(ParameterFiles.yaml(parameters))
        .isEqualTo("\"b\": true\n\"lr\": 1.0e-5\n\"n\": 3\n\"opt\": \"no: \\\"x\\\"\\n\"\n");
    assertThat(ParameterFiles.yaml(Map.of())).isEqualTo("{}\n");
  }

  @Test
  void shouldMakeVariablesThatAShellTakes() {
    assertThat(Variables.of(Map.of("net.width", 8L, "lr", 0.5)))
        .containsEntry("FLEXHB_PARAM_net_width", "8")
        .containsEntry("FLEXHB_PARAM_lr", "0.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variables.of(Map.of("a.b", 1L, "a_b", 2L)))
        .withMessageContaining("FLEXHB_PARAM_a_b");
  }

  @Test
  void shouldWriteNullAndListsAsJson() {
    Map<String, Object> parameters = new TreeMap<>();
    parameters.put("depth", null);
    parameters.put("layers", List.of(64L, 1.5, "a\"b", true));
    assertThat(ParameterText.of(null)).isEqualTo("null");
    assertThat(ParameterText.of(parameters.get("layers"))).isEqualTo("[64,1.5,\"a\\\"b\",true]");
    assertThat(ParameterFiles.json(parameters))
        .isEqualTo("{\n  \"depth\": null,\n  \"layers\": [64,1.5,\"a\\\"b\",true]\n}\n");
    assertThat(ParameterFiles.yaml(parameters))
        .isEqualTo("\"depth\": null\n\"layers\": [64,1.5,\"a\\\"b\",true]\n");
  }
}
