package io.flexhb.standalone.demo;

import io.flexhb.emitter.Grant;
import io.flexhb.emitter.Trainer;
import io.flexhb.emitter.TrialCheckpoint;
import io.flexhb.emitter.TrialConfiguration;
import io.flexhb.standalone.demo.mlp.DigitsData;
import io.flexhb.standalone.demo.mlp.Mlp;
import io.flexhb.standalone.demo.mlp.MlpHyperparameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Trains multilayer perceptrons on the digits, as a user's own training loop would. Checkpoints are
 * files, so any worker can continue any trial.
 */
final class DigitsTrainer implements Trainer {

  static final String METRIC = "error";

  private final DigitsData data;
  private final Path checkpoints;
  private final LongAdder epochs;

  /**
   * @param checkpoints folder for checkpoints, exists
   * @param epochs counts every epoch that is trained
   */
  DigitsTrainer(DigitsData data, Path checkpoints, LongAdder epochs) {
    this.data = data;
    this.checkpoints = checkpoints;
    this.epochs = epochs;
  }

  @Override
  public void train(Grant trial) throws IOException {
    Mlp model = new Mlp(hyperparameters(trial.configuration()), data, trial.trial());
    Optional<TrialCheckpoint> checkpoint = trial.checkpoint();
    if (checkpoint.isPresent()) {
      model.restore(Files.readAllBytes(checkpoint.get().fileIn(checkpoints)));
    }
    while (trial.hasNext()) {
      model.trainEpoch();
      epochs.increment();
      Map<String, Double> values = Map.of(METRIC, model.validationError());
      if (model.epoch() == trial.untilResource()) {
        trial.report(model.epoch(), values, save(model, trial));
      } else {
        trial.report(model.epoch(), values);
      }
    }
  }

  private String save(Mlp model, Grant trial) throws IOException {
    Path file = checkpoints.resolve("trial-%d-%d.mlp".formatted(trial.trial(), model.epoch()));
    // Written to a temporary file and moved, so that a killed worker leaves no partial checkpoint.
    Path part = Files.createTempFile(checkpoints, file.getFileName().toString(), ".part");
    Files.write(part, model.checkpoint());
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return file.toString();
  }

  static MlpHyperparameters hyperparameters(TrialConfiguration c) {
    return new MlpHyperparameters(
        c.getDouble("learningRate"),
        c.getDouble("learningRateDecay"),
        c.getDouble("momentum"),
        c.getInt("hidden1"),
        c.getInt("hidden2"),
        c.getInt("batchSize"),
        c.getDouble("dropout"),
        c.getDouble("weightDecay"));
  }

  /** Validation error of a model that is trained to {@code epochs} in one go. */
  static double errorOf(MlpHyperparameters hyperparameters, DigitsData data, long epochs) {
    Mlp model = new Mlp(hyperparameters, data, 0);
    while (model.epoch() < epochs) {
      model.trainEpoch();
    }
    return model.validationError();
  }
}
