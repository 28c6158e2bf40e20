package io.flexhb.core.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.Sampler;
import io.flexhb.core.sampler.SamplerContext;
import io.flexhb.core.sampler.SamplerInternals;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.sampler.Suggestion;
import io.flexhb.core.schedule.AsynchronousRung;
import io.flexhb.core.schedule.CurveFittingRule;
import io.flexhb.core.schedule.HyperBand;
import io.flexhb.core.schedule.KendallTau;
import io.flexhb.core.schedule.MedianStoppingRule;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.RankedSet;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.Features;
import io.flexhb.core.surrogate.FidelityEnsemble;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.core.surrogate.SurrogateInternals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers what other tuners are asked as well: one JSON object per line in, one per line out. The
 * field {@code do} names the question; {@code benchmarks/peers} asks.
 */
public final class PeerExchange {
  private final ObjectMapper mapper = new ObjectMapper();

  private PeerExchange() {}

  public static void main(String[] args) throws IOException {
    PeerExchange exchange = new PeerExchange();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(exchange.mapper.writeValueAsString(exchange.answer(line)));
      }
    }
  }

  private Map<String, ?> answer(String line) throws IOException {
    JsonNode json = mapper.readTree(line);
    String question = json.path("do").asText();
    return switch (question) {
      case "suggest" -> suggest(json);
      case "predict" -> predict(json);
      case "density" -> density(json);
      case "weights" -> weights(json);
      case "median" -> median(json);
      case "curve" -> curve(json);
      case "brackets" -> brackets(json);
      case "asha" -> asha(doubles(json, "values"), json.get("eta").asInt());
      case "tau" -> Map.of("tau", KendallTau.tauA(doubles(json, "x"), doubles(json, "y")));
      case "improvement" ->
          Map.of(
              "log",
              SamplerInternals.logImprovement(
                  doubles(json, "mean"),
                  doubles(json, "variance"),
                  json.get("incumbent").asDouble()));
      default -> throw new IllegalArgumentException("unknown question '" + question + "'");
    };
  }

  /** {@code n} independent suggestions for the same history, the first choice of each. */
  private Map<String, ?> suggest(JsonNode json) {
    PeerHistory history = PeerHistory.read(json);
    Map<String, String> switches = new HashMap<>();
    json.path("switches")
        .properties()
        .forEach(e -> switches.put(e.getKey(), e.getValue().asText()));
    Sampler sampler =
        Samplers.create(json.get("sampler").asText(), switches, SurrogateCache.forOneStudy());
    List<Object> suggestions = new ArrayList<>();
    Map<String, String> explanation = Map.of();
    for (int i = 0; i < json.get("n").asInt(); i++) {
      Suggestion suggestion =
          sampler.suggest(
              new SamplerContext(
                  history.space(), history.measurements(), json.path("seed").asLong(), i));
      suggestions.add(suggestion.candidates().get(0).values());
      explanation = suggestion.explanation();
    }
    return Map.of("suggestions", suggestions, "explanation", explanation);
  }

  /** What the ensemble of the published MFES-HB says of candidates; one level makes one forest. */
  private Map<String, ?> predict(JsonNode json) {
    PeerHistory history = PeerHistory.read(json);
    FidelityEnsemble ensemble =
        FidelityEnsemble.fit(
                history.measurements(),
                history.measurements(),
                Features.of(new Encoder(history.space())),
                EnsembleOptions.mfes().change().fusion(EnsembleOptions.Fusion.WEIGHTED_SUM).done(),
                json.path("seed").asLong(),
                SurrogateCache.forOneStudy())
            .orElseThrow();
    double[][] x = history.encoded(json.get("candidates"));
    double[] mean = new double[x.length];
    double[] variance = new double[x.length];
    ensemble.predict(x, mean, variance);
    double[] improvement = SamplerInternals.logImprovement(mean, variance, ensemble.incumbent());
    return Map.of(
        "mean", mean,
        "variance", variance,
        "incumbent", ensemble.incumbent(),
        "log_improvement", improvement,
        "weights", ensemble.weights());
  }

  private Map<String, ?> density(JsonNode json) {
    double[][] points = array(json, "points", double[][].class);
    int[] categories = array(json, "categories", int[].class);
    return Map.of(
        "bandwidths",
        SamplerInternals.bandwidths(points, categories),
        "log",
        SamplerInternals.logDensities(points, categories, array(json, "x", double[][].class)));
  }

  private Map<String, ?> weights(JsonNode json) {
    double[][] means = array(json, "means", double[][].class);
    return Map.of(
        "weights",
        SurrogateInternals.weights(means, doubles(json, "y"), json.get("gamma").asDouble()));
  }

  private Map<String, ?> median(JsonNode json) {
    List<Double> own = boxed(doubles(json, "own"));
    RankedSet means = RankedSet.EMPTY;
    for (double[] curve : array(json, "completed", double[][].class)) {
      double mean = MedianStoppingRule.runningMean(boxed(curve), own.size());
      means = means.with(new Ranked(mean, means.size()));
    }
    MedianStoppingRule rule =
        new MedianStoppingRule(json.get("min_completed").asInt(), json.get("grace_levels").asInt());
    MedianStoppingRule.Verdict verdict = rule.judge(own, means);
    return Map.of(
        "stop", verdict.stop(),
        "best", verdict.best(),
        "median", verdict.median().orElse(Double.NaN));
  }

  private Map<String, ?> curve(JsonNode json) {
    List<Long> resources = new ArrayList<>();
    json.withArray("resources").forEach(r -> resources.add(r.asLong()));
    CurveFittingRule.Verdict verdict =
        CurveFittingRule.defaults()
            .judge(
                resources,
                boxed(doubles(json, "scores")),
                json.get("max_resource").asLong(),
                json.get("best").asDouble(),
                CounterRandom.of(json.path("seed").asLong(), "curve", 0));
    return Map.of(
        "stop", verdict.stop(),
        "probability", verdict.probability(),
        "expected", verdict.expected());
  }

  private static Map<String, ?> brackets(JsonNode json) {
    ResourceLadder ladder =
        new ResourceLadder(
            json.get("max_resource").asLong(),
            json.get("eta").asInt(),
            json.path("min_resource").asLong(1));
    HyperBand.Sizing sizing =
        json.path("sizing").asText().equals("ceil")
            ? HyperBand.Sizing.CEIL
            : HyperBand.Sizing.FLOOR;
    List<Object> brackets = new ArrayList<>();
    HyperBand.arrange(ladder, sizing)
        .forEach(
            bracket ->
                brackets.add(
                    bracket.rungs().stream().map(r -> List.of(r.n(), r.resource())).toList()));
    return Map.of("brackets", brackets, "rung_levels", ladder.rungLevels());
  }

  /** Whether each arrival ranks among those that may go on, and who goes on after it. */
  private static Map<String, ?> asha(double[] values, int eta) {
    AsynchronousRung rung = AsynchronousRung.EMPTY;
    List<Boolean> arriving = new ArrayList<>();
    List<List<Integer>> promoted = new ArrayList<>();
    for (int trial = 0; trial < values.length; trial++) {
      Ranked arrival = new Ranked(values[trial], trial);
      rung = rung.arrived(arrival);
      arriving.add(rung.recorded().rankOf(arrival) <= rung.lastToGoOn(eta));
      List<Integer> now = new ArrayList<>();
      for (Optional<Ranked> next = rung.next(eta); next.isPresent(); next = rung.next(eta)) {
        rung = rung.promoted(next.get());
        now.add(next.get().trial());
      }
      promoted.add(now);
    }
    return Map.of("arriving", arriving, "promoted", promoted);
  }

  private double[] doubles(JsonNode json, String field) {
    return array(json, field, double[].class);
  }

  private <T> T array(JsonNode json, String field, Class<T> type) {
    return mapper.convertValue(json.get(field), type);
  }

  private static List<Double> boxed(double[] values) {
    List<Double> boxed = new ArrayList<>();
    for (double value : values) {
      boxed.add(value);
    }
    return boxed;
  }
}
