package io.flexhb.emitter;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where a trainer saved the state of a trial. The tuner never opens it. The reference comes from
 * whoever may write to the topics, so a trainer that keeps files should open and delete only what
 * {@link #fileIn} returns.
 *
 * @param study id of the study
 * @param trial number of the trial
 * @param resource resource that the state holds, absolute (epochs since the trial began)
 * @param reference path, URL or key, as the trainer that saved it gave it
 */
public record TrialCheckpoint(String study, int trial, double resource, String reference) {

  /**
   * The file that the reference names, absolute or relative to a folder, if it is in that folder.
   * Links in the folder are followed: its content is trusted.
   *
   * @param folder where this trainer keeps all its checkpoints
   * @throws IllegalArgumentException when it names anything else
   */
  public Path fileIn(Path folder) {
    Path root = folder.toAbsolutePath().normalize();
    try {
      Path file = root.resolve(reference).normalize();
      if (file.startsWith(root) && !file.equals(root)) {
        return file;
      }
    } catch (InvalidPathException noPath) {
      // Treated like one that is elsewhere.
    }
    throw new IllegalArgumentException(
        "trial "
            + trial
            + " of study "
            + study
            + ": the checkpoint '"
            + reference
            + "' is not in "
            + root
            + "; it is ignored");
  }
}
