package io.flexhb.standalone.demo.mlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DigitsDataTest {

  private final DigitsData data = DigitsData.load();

  @Test
  void shouldSplitAllRows() {
    assertThat(parts()).extracting(LabelledImages::size).containsExactly(1097, 400, 300);
  }

  @Test
  void shouldHoldPixelsBetweenBlackAndWhite() {
    float[] pixels = data.training().pixels();
    float smallest = pixels[0];
    float largest = pixels[0];
    for (float pixel : pixels) {
      smallest = Math.min(smallest, pixel);
      largest = Math.max(largest, pixel);
    }

    assertThat(smallest).isZero();
    assertThat(largest).isEqualTo(1f);
  }

  @Test
  void shouldShowEachDigitInEachPart() {
    for (LabelledImages part : parts()) {
      assertThat(IntStream.range(0, part.size()).map(part::label).distinct().sorted().toArray())
          .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }

  @Test
  void shouldShareNoImageBetweenTheParts() {
    Set<String> seen = new HashSet<>();
    int images = 0;
    for (LabelledImages part : parts()) {
      for (int image = 0; image < part.size(); image++) {
        int offset = part.offset(image);
        seen.add(Arrays.toString(Arrays.copyOfRange(part.pixels(), offset, offset + 64)));
        images++;
      }
    }

    assertThat(seen).as("the source has no image twice").hasSize(images);
  }

  @Test
  void shouldSplitTheSameWayEachTime() {
    assertThat(DigitsData.load().validation().pixels()).isEqualTo(data.validation().pixels());
  }

  private List<LabelledImages> parts() {
    return List.of(data.training(), data.validation(), data.test());
  }
}
