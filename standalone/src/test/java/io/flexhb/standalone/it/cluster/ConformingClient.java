package io.flexhb.standalone.it.cluster;

import io.flexhb.emitter.Grant;
import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.TrialClientConfig;
import java.util.Map;

/** The toy of {@code docs/conformance.md} on the SDK for the JVM. */
final class ConformingClient {

  private static final double EPOCH_SECONDS = 0.02;

  private ConformingClient() {}

  public static void main(String[] args) {
    Map<String, String> environment = System.getenv();
    TrialClientConfig config =
        TrialClientConfig.builder(
                environment.get("FLEXHB_BOOTSTRAP_SERVERS"),
                environment.get("FLEXHB_SCHEMA_REGISTRY_URL"))
            .topicPrefix(environment.get("FLEXHB_TOPIC_PREFIX"))
            .build();
    try (TrialClient client = TrialClient.connect(config);
        var slot = client.slot(environment.get("FLEXHB_STUDY"))) {
      slot.run(ConformingClient::train);
    }
  }

  /** Its state is so small that it is its own reference. */
  private static void train(Grant trial) throws InterruptedException {
    long sum = trial.checkpoint().map(saved -> Long.parseLong(saved.reference())).orElse(0L);
    var values = trial.configuration().asMap();
    while (trial.hasNext()) {
      long epoch = trial.next();
      double seconds = (Double) values.getOrDefault("seconds", EPOCH_SECONDS);
      Thread.sleep((long) (seconds * 1000));
      if (values.containsKey("fail")) {
        throw new IllegalStateException("told to fail");
      }
      sum += epoch;
      double loss = values.containsKey("nan") ? Double.NaN : sum * (1 + (Double) values.get("x"));
      trial.report(epoch, Map.of("loss", loss), Long.toString(sum));
    }
  }
}
