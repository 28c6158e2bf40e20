package io.flexhb.emitter.agent.checkpoint;

import io.flexhb.emitter.protocol.StepSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoint folders under a root. A script saves into a working folder, which one rename turns
 * into the checkpoint of a resource, so that partial checkpoints are never visible. Thread-safe.
 */
public final class CheckpointStore {

  /**
   * In this file a script may write the resource of its saved state, in case it is stopped early.
   */
  public static final String RESOURCE_FILE = "resource";

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);
  private static final Pattern AT = Pattern.compile("at-(\\d{1,18})");

  private final Path root;
  private final String prefix;

  /**
   * A store that all agents of the study see.
   *
   * @throws UncheckedIOException when the folder cannot be created
   */
  public static CheckpointStore shared(Path root) {
    return new CheckpointStore(root, "");
  }

  /**
   * A store of this worker only: references name the worker, so that no other one looks for them.
   */
  public static CheckpointStore local(Path root, String worker) {
    return new CheckpointStore(root, "local:" + worker + ":");
  }

  private CheckpointStore(Path root, String prefix) {
    this.prefix = prefix;
    try {
      this.root = Files.createDirectories(root).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write checkpoints to " + root, e);
    }
  }

  /** The folder of a trial. */
  public Path trial(String study, UUID incarnation, int trial) {
    // A study may be named "..".
    String safe = study.startsWith(".") ? "_" + study : study;
    return root.resolve(safe).resolve(incarnation.toString()).resolve("trial-" + trial);
  }

  /**
   * An empty folder for a script to save into.
   *
   * @param name distinguishes attempts
   */
  public Path work(Path trial, String name) throws IOException {
    Path work = trial.resolve(name);
    delete(work);
    return Files.createDirectories(work);
  }

  /**
   * Turns the working folder into the checkpoint of that resource.
   *
   * @return the folder; empty when nothing was saved
   */
  public Optional<Path> keep(Path work, long resource) throws IOException {
    if (isEmpty(work)) {
      Files.deleteIfExists(work);
      return Optional.empty();
    }
    Path kept = work.resolveSibling("at-" + resource);
    delete(kept);
    Files.move(work, kept, StandardCopyOption.ATOMIC_MOVE);
    return Optional.of(kept);
  }

  /**
   * The resource that the script wrote for the state in the folder, in steps of the study. A number
   * between two steps is ignored, because a state is never attributed to another resource.
   */
  public static OptionalLong resourceIn(Path folder, StepSize step) {
    try {
      String text = Files.readString(folder.resolve(RESOURCE_FILE)).strip();
      if (!text.matches("\\d{1,18}(\\.\\d{1,18})?")) {
        return OptionalLong.empty();
      }
      OptionalLong units = step.units(Double.parseDouble(text));
      if (units.isEmpty()) {
        LOG.warn(
            "{} says {}, which is not a multiple of the study's step {}: that state is ignored",
            folder.resolve(RESOURCE_FILE),
            text,
            step);
      }
      return units;
    } catch (IOException notSaid) {
      return OptionalLong.empty();
    }
  }

  /** Deletes all checkpoints of a trial except this one, which the tuner knows. */
  public void keepOnly(Path kept) {
    try (Stream<Path> all = Files.list(kept.getParent())) {
      all.filter(one -> !one.equals(kept)).toList().forEach(CheckpointStore::deleteQuietly);
    } catch (IOException leftForLater) {
      LOG.warn(
          "Older checkpoints next to {} could not be deleted: {}", kept, leftForLater.toString());
    }
  }

  /** The reference that the tuner passes to the attempt that continues. */
  public String reference(Path folder) {
    return prefix + root.relativize(folder);
  }

  /**
   * The folder of a reference.
   *
   * @return empty when it is not in this store, or no longer exists
   */
  public Optional<Path> resolve(String reference) {
    return inside(reference).filter(Files::isDirectory);
  }

  /** Deletes all checkpoints of the reference's trial, and nothing outside the root. */
  public void discard(String reference) {
    inside(reference)
        .filter(folder -> root.relativize(folder).getNameCount() == 4)
        .ifPresent(folder -> deleteQuietly(folder.getParent()));
  }

  /** Trials of a study that can continue from this store, with the newest resource of each. */
  public List<Kept> kept(String study, UUID incarnation) {
    Path folder = trial(study, incarnation, 0).getParent();
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(folder, 2)) {
      return found.flatMap(path -> Kept.of(path).stream()).toList();
    } catch (IOException unreadable) {
      LOG.warn("Checkpoints in {} cannot be read: {}", folder, unreadable.toString());
      return List.of();
    }
  }

  /** The newest checkpoint of a trial below a resource. */
  public static Optional<Kept> newestBelow(Path trial, long resource) throws IOException {
    try (Stream<Path> all = Files.list(trial)) {
      return all.flatMap(path -> Kept.of(path).stream())
          .filter(kept -> kept.resource() < resource)
          .max(Comparator.comparingLong(Kept::resource));
    }
  }

  /**
   * A checkpoint in the store.
   *
   * @param trial number of the trial
   * @param resource from which the trial continues
   */
  public record Kept(int trial, long resource, Path folder) {

    private static Optional<Kept> of(Path path) {
      Matcher at = AT.matcher(path.getFileName().toString());
      String parent = path.getParent().getFileName().toString();
      return at.matches() && parent.matches("trial-\\d{1,9}")
          ? Optional.of(
              new Kept(
                  Integer.parseInt(parent.substring("trial-".length())),
                  Long.parseLong(at.group(1)),
                  path))
          : Optional.empty();
    }
  }

  private Optional<Path> inside(String reference) {
    if (!reference.startsWith(prefix) || prefix.isEmpty() && reference.startsWith("local:")) {
      return Optional.empty();
    }
    try {
      Path folder = root.resolve(reference.substring(prefix.length())).normalize();
      if (!folder.startsWith(root) || folder.equals(root)) {
        return Optional.empty();
      }
      // It must not leave the root through a link either.
      return !Files.exists(folder) || folder.toRealPath().startsWith(root)
          ? Optional.of(folder)
          : Optional.empty();
    } catch (IOException | java.nio.file.InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    } catch (NoSuchFileException gone) {
      return true;
    }
  }

  private static void deleteQuietly(Path folder) {
    try {
      delete(folder);
    } catch (IOException leftForLater) {
      LOG.warn("{} cannot be deleted: {}", folder, leftForLater.toString());
    }
  }

  /** Links are deleted, not followed. */
  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException changedMeanwhile) {
      throw changedMeanwhile.getCause();
    }
  }
}
