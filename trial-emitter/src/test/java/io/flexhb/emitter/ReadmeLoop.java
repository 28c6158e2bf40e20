package io.flexhb.emitter;

import java.util.Map;
import java.util.function.Supplier;

/** The loop of the documentation, as a user would write it. */
final class ReadmeLoop {

  private ReadmeLoop() {}

  static void main(Supplier<TrialClient> connect) {
    try (var client = connect.get();
        var slot = client.slot("toy")) {
      slot.run(
          trial -> {
            var model =
                trial
                    .checkpoint()
                    .map(Model::load)
                    .orElseGet(() -> new Model(trial.configuration()));
            while (trial.hasNext()) {
              long epoch = trial.next();
              double error = model.train();
              trial.report(epoch, Map.of("error", error), model.save(epoch));
            }
          });
    }
  }

  /** Stands in for a model: its error falls with training. */
  static final class Model {

    private double error;

    Model(TrialConfiguration configuration) {
      this.error = configuration.getDouble("x");
    }

    static Model load(TrialCheckpoint checkpoint) {
      return new Model(new TrialConfiguration(Map.of("x", checkpoint.resource())));
    }

    double train() {
      error *= 0.9;
      return error;
    }

    String save(long epoch) {
      return "memory:" + epoch;
    }
  }
}
