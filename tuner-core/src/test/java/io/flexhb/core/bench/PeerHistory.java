package io.flexhb.core.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.SearchSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A study's history in a form that any tuner can read: a space, and each trial's configuration with
 * its minimised values at some levels.
 *
 * <pre>
 * {"space": [{"name": "lr", "type": "double", "low": 1e-4, "high": 0.1, "log": true},
 *            {"name": "act", "type": "categorical", "choices": ["relu", "tanh"]}],
 *  "levels": [1, 3, 9],
 *  "trials": [{"configuration": {"lr": 0.01, "act": "relu"}, "values": {"1": 0.5, "3": 0.4}}]}
 * </pre>
 */
record PeerHistory(SearchSpace space, Measurements measurements) {

  static PeerHistory read(JsonNode json) {
    List<Parameter> parameters = new ArrayList<>();
    json.withArray("space").forEach(parameter -> parameters.add(parameter(parameter)));
    SearchSpace space = SearchSpace.of(parameters).orElseThrow();
    List<Long> levels = new ArrayList<>();
    json.withArray("levels").forEach(level -> levels.add(level.asLong()));
    Measurements.Builder measurements = Measurements.builder(new Encoder(space), levels);
    Set<String> existing = new HashSet<>();
    long trial = 0;
    for (JsonNode one : json.withArray("trials")) {
      Configuration configuration = configuration(space, one.get("configuration"));
      existing.add(configuration.canonical());
      for (Map.Entry<String, JsonNode> value : one.get("values").properties()) {
        long level = Long.parseLong(value.getKey());
        measurements.value(level, trial, configuration, value.getValue().asDouble());
      }
      trial++;
    }
    return new PeerHistory(space, measurements.existing(existing).build());
  }

  /** Encoded configurations. */
  double[][] encoded(JsonNode configurations) {
    Encoder encoder = new Encoder(space);
    List<double[]> x = new ArrayList<>();
    configurations.forEach(one -> x.add(encoder.encode(configuration(space, one))));
    return x.toArray(double[][]::new);
  }

  private static Configuration configuration(SearchSpace space, JsonNode json) {
    Map<?, ?> given = new ObjectMapper().convertValue(json, Map.class);
    Map<String, Object> values = new HashMap<>();
    given.forEach((name, value) -> values.put(String.valueOf(name), value));
    return space.coerce(values);
  }

  private static Parameter parameter(JsonNode json) {
    String name = json.get("name").asText();
    boolean log = json.path("log").asBoolean();
    return switch (json.get("type").asText()) {
      case "double" ->
          new DoubleParameter(
              name,
              json.get("low").asDouble(),
              json.get("high").asDouble(),
              log,
              Optional.empty(),
              Optional.empty());
      case "int" ->
          new IntParameter(
              name, json.get("low").asLong(), json.get("high").asLong(), log, 1, Optional.empty());
      case "categorical" -> {
        List<String> choices = new ArrayList<>();
        json.withArray("choices").forEach(choice -> choices.add(choice.asText()));
        yield CategoricalParameter.of(name, choices.toArray());
      }
      default -> throw new IllegalArgumentException("unknown type of parameter: " + json);
    };
  }
}
