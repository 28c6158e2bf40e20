package io.flexhb.core.study.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.vavr.collection.Vector;
import org.junit.jupiter.api.Test;

class VectorDraftTest {
  private static final Vector<String> BASE = Vector.of("a", "b", "c");

  @Test
  void shouldShowItsChangesAndLeaveTheVectorItCameFrom() {
    VectorDraft<String> draft = new VectorDraft<>(BASE);
    draft.set(1, "x");
    draft.append("d");
    draft.set(3, "y");
    assertThat(draft.size()).isEqualTo(4);
    assertThat(draft.get(0)).isEqualTo("a");
    assertThat(draft.get(1)).isEqualTo("x");
    assertThat(draft.get(3)).isEqualTo("y");
    assertThat(draft.done()).containsExactly("a", "x", "c", "y");
    assertThat(BASE).containsExactly("a", "b", "c");
  }

  @Test
  void shouldGoOnAfterAVectorWasMade() {
    VectorDraft<String> draft = new VectorDraft<>(BASE);
    draft.set(0, "x");
    Vector<String> first = draft.done();
    draft.set(0, "y");
    draft.append("d");
    assertThat(draft.get(0)).isEqualTo("y");
    assertThat(first).containsExactly("x", "b", "c");
    assertThat(draft.done()).containsExactly("y", "b", "c", "d");
  }

  @Test
  void shouldBeTheSameVectorWhenNothingChanged() {
    assertThat(new VectorDraft<>(BASE).done()).isSameAs(BASE);
  }
}
