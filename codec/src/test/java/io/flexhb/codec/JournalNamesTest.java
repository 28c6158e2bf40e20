package io.flexhb.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.Fact;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JournalNamesTest {

  /** Records for which {@link FactText} has a special format. */
  private static final Set<Class<?>> OWN_TEXT =
      Set.of(Configuration.class, StudySpec.class, SlotId.class, BracketPlan.class);

  @Test
  void shouldNameEachFactAndNoTwoAlike() {
    List<String> names =
        kinds(Fact.class).map(kind -> JournalNames.of(kind).fact()).sorted().toList();

    assertThat(names).doesNotContain("").doesNotHaveDuplicates().contains("Granted", "Paused");
  }

  @Test
  void shouldNameEachComponentOfWhateverAFactHolds() {
    Set<Class<?>> named = new HashSet<>();
    kinds(Fact.class).forEach(kind -> requireNames(kind, named));

    assertThat(named).hasSizeGreaterThan(30);
  }

  @Test
  void shouldRefuseARecordWithoutNames() {
    record Newcomer(int thing) {}

    assertThatThrownBy(() -> JournalNames.of(Newcomer.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Newcomer");
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(JournalNamesTest::kinds).distinct()
        : Stream.of(type);
  }

  private static void requireNames(Class<?> type, Set<Class<?>> named) {
    if (OWN_TEXT.contains(type)
        || Command.class.isAssignableFrom(type)
        || !type.isRecord()
        || !named.add(type)) {
      return;
    }
    assertThat(JournalNames.of(type).components()).doesNotHaveDuplicates();
    for (RecordComponent component : type.getRecordComponents()) {
      classes(component.getGenericType()).forEach(within -> requireNames(within, named));
    }
  }

  private static Stream<Class<?>> classes(Type type) {
    return type instanceof ParameterizedType generic
        ? Arrays.stream(generic.getActualTypeArguments()).flatMap(JournalNamesTest::classes)
        : Stream.of((Class<?>) type);
  }
}
