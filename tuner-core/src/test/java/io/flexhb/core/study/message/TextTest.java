package io.flexhb.core.study.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TextTest {

  @Property(tries = 200)
  void shouldSayWhatTheLibrarysFormatSays(
      @ForAll int whole, @ForAll long large, @ForAll String text, @ForAll double number) {
    String format = "trial %d at %d: %s (%s)%s";

    assertThat(Text.of(format, whole, large, text, number, ""))
        .isEqualTo(String.format(Locale.ROOT, format, whole, large, text, number, ""));
  }

  @Test
  void shouldRefuseAFormatThatDoesNotFitItsArguments() {
    assertThatIllegalArgumentException().isThrownBy(() -> Text.of("trial %d of %d", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Text.of("trial %d", 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> Text.of("value %.3f", 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> Text.of("all of it: 100%"));
  }
}
