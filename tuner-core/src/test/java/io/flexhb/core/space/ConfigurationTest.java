package io.flexhb.core.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationTest {

  @Test
  void shouldBeEqualWhateverTheOrderOfItsValues() {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("b", 1L);
    one.put("a", 2.5);
    Map<String, Object> two = new LinkedHashMap<>();
    two.put("a", 2.5);
    two.put("b", 1L);
    assertThat(Configuration.of(one))
        .isEqualTo(Configuration.of(two))
        .hasSameHashCodeAs(Configuration.of(two));
    assertThat(Configuration.of(one).values().keySet()).containsExactly("a", "b");
  }

  @Test
  void shouldTellTypesApart() {
    assertThat(Configuration.of(Map.of("a", 1L))).isNotEqualTo(Configuration.of(Map.of("a", 1.0)));
    assertThat(Configuration.of(Map.of("a", "1"))).isNotEqualTo(Configuration.of(Map.of("a", 1L)));
    assertThat(Configuration.of(Map.of("a", "true")))
        .isNotEqualTo(Configuration.of(Map.of("a", true)));
  }

  @Test
  void shouldNotBeFooledByTextThatLooksLikeAnotherParameter() {
    assertThat(Configuration.of(Map.of("a", "x\";\"b\"=\"y")))
        .isNotEqualTo(Configuration.of(Map.of("a", "x", "b", "y")));
  }

  @Test
  void shouldTakeNegativeZeroForZero() {
    assertThat(Configuration.of(Map.of("a", -0.0))).isEqualTo(Configuration.of(Map.of("a", 0.0)));
  }

  @Test
  void shouldKeepItsCanonicalForm() {
    // Golden: journals hold these keys.
    assertThat(
            Configuration.of(Map.of("lr", 0.1, "n", 3L, "opt", "sgd", "nesterov", true))
                .canonical())
        .isEqualTo("\"lr\"=0x1.999999999999ap-4;\"n\"=3;\"nesterov\"=true;\"opt\"=\"sgd\";");
  }

  @Test
  void shouldRefuseWhatIsNoValue() {
    assertThatThrownBy(() -> Configuration.of(Map.of("a", Double.NaN)))
        .hasMessageContaining("a must be finite");
    assertThatThrownBy(() -> Configuration.of(Map.of("a", 1)))
        .hasMessageContaining("a must be a Double, Long, String, Boolean or JsonText");
  }
}
