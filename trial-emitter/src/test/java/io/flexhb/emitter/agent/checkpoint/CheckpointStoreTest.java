package io.flexhb.emitter.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointStoreTest {

  private static final UUID INCARNATION = new UUID(0, 1);

  @TempDir private Path folder;

  @Test
  void shouldGoOnFromWhatWasSavedElsewhere() throws IOException {
    CheckpointStore here = CheckpointStore.shared(folder);
    Path kept = save(here, 7, 3);

    CheckpointStore there = CheckpointStore.shared(folder);
    Path found = there.resolve(here.reference(kept)).orElseThrow();

    assertThat(found.resolve("model")).hasContent("3");
  }

  @Test
  void shouldTellThatNothingWasSaved() throws IOException {
    CheckpointStore store = CheckpointStore.shared(folder);
    Path work = store.work(store.trial("s", INCARNATION, 1), "w");

    assertThat(store.keep(work, 3)).isEmpty();
    assertThat(work).doesNotExist();
  }

  @Test
  void shouldBeginWithAnEmptyFolder() throws IOException {
    CheckpointStore store = CheckpointStore.shared(folder);
    Path work = store.work(store.trial("s", INCARNATION, 1), "w");
    Files.writeString(work.resolve("half"), "x");

    assertThat(store.work(store.trial("s", INCARNATION, 1), "w")).isEmptyDirectory();
  }

  @Test
  void shouldDeleteATrialThatCanNeverGoOn() throws IOException {
    CheckpointStore store = CheckpointStore.shared(folder);
    Path gone = save(store, 1, 3);
    Path stays = save(store, 2, 3);

    store.discard(store.reference(gone));
    store.discard(store.reference(gone));

    assertThat(gone.getParent()).doesNotExist();
    assertThat(stays).exists();
  }

  @Test
  void shouldStayInsideItsRoot() throws IOException {
    Path outside = Files.createDirectories(folder.resolve("a/b/c/outside"));
    Files.writeString(outside.resolve("precious"), "x");
    CheckpointStore store = CheckpointStore.shared(folder.resolve("root"));
    Path trial = store.trial("s", INCARNATION, 1);
    Files.createDirectories(trial.getParent());
    Files.createSymbolicLink(trial, outside.getParent());

    for (String reference :
        new String[] {
          "../a/b/c/outside",
          outside.toString(),
          "",
          ".",
          "s/" + INCARNATION + "/trial-1/outside",
          "x\0y",
          "local:w:s"
        }) {
      assertThat(store.resolve(reference)).as(reference).isEmpty();
      store.discard(reference);
    }
    assertThat(outside.resolve("precious")).exists();
    assertThat(store.trial("..", INCARNATION, 1).normalize())
        .startsWithRaw(folder.resolve("root").toRealPath());
  }

  @Test
  void shouldKnowOnlyItsOwnWhenItIsLocal() throws IOException {
    CheckpointStore mine = CheckpointStore.local(folder.resolve("a"), "me");
    CheckpointStore others = CheckpointStore.local(folder.resolve("b"), "other");
    String reference = mine.reference(save(mine, 4, 9));

    assertThat(mine.resolve(reference)).isPresent();
    assertThat(others.resolve(reference)).isEmpty();
    assertThat(mine.kept("s", INCARNATION))
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.trial()).isEqualTo(4);
              assertThat(kept.resource()).isEqualTo(9);
            });
    assertThat(others.kept("s", INCARNATION)).isEmpty();
  }

  @Test
  void shouldKeepOnlyTheNewest() throws IOException {
    CheckpointStore store = CheckpointStore.shared(folder);
    Path older = save(store, 1, 3);
    Path newest = save(store, 1, 9);

    store.keepOnly(newest);

    assertThat(older).doesNotExist();
    assertThat(newest).exists();
  }

  private static Path save(CheckpointStore store, int trial, long resource) throws IOException {
    Path work = store.work(store.trial("s", INCARNATION, trial), "until-" + resource);
    Files.writeString(work.resolve("model"), Long.toString(resource));
    return store.keep(work, resource).orElseThrow();
  }
}
