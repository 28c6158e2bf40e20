package io.flexhb.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.message.StudyEvent;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventNamesTest {

  @Test
  void shouldNameEachEventAndNoTwoAlike() {
    assertThat(EventNames.ALL.keySet())
        .containsExactlyInAnyOrderElementsOf(kinds(StudyEvent.class).toList());
    assertThat(EventNames.ALL.values()).doesNotHaveDuplicates();
  }

  private static Stream<Class<? extends StudyEvent>> kinds(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(EventNamesTest::kinds).distinct()
        : Stream.of(type.asSubclass(StudyEvent.class));
  }
}
