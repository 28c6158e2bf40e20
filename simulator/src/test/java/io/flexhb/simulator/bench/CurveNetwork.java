package io.flexhb.simulator.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A neural stand-in for a table of tuning runs (YAHPO Gym): the residual network of {@code
 * model.json} and {@code weights.f32} in a benchmark data folder. Immutable.
 */
final class CurveNetwork {

  /** A matrix, or a vector with {@code columns} 1; row-major. */
  private record Tensor(int rows, int columns, float[] values) {}

  private final JsonNode model;
  private final Map<String, Tensor> tensors = new HashMap<>();

  private CurveNetwork(JsonNode model, FloatBuffer weights) {
    this.model = model;
    for (JsonNode entry : model.get("tensors")) {
      JsonNode shape = entry.get(1);
      int rows = shape.get(0).asInt();
      int columns = shape.size() > 1 ? shape.get(1).asInt() : 1;
      float[] values = new float[rows * columns];
      weights.get(values);
      tensors.put(entry.get(0).asText(), new Tensor(rows, columns, values));
    }
  }

  static CurveNetwork read(Path folder) throws IOException {
    byte[] weights = Files.readAllBytes(folder.resolve("weights.f32"));
    return new CurveNetwork(
        new ObjectMapper().readTree(folder.resolve("model.json").toFile()),
        ByteBuffer.wrap(weights).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer());
  }

  /**
   * One output.
   *
   * @param categories one for each of the model's categories
   * @param numbers one for each of its numbers; missing ones count as 0
   */
  double predict(Map<String, String> categories, Map<String, Double> numbers, String output) {
    float[] h = linear("first_layer", input(categories, numbers));
    for (int block = 0; block < model.get("blocks").asInt(); block++) {
      String layer = "layers." + block + ".";
      float[] gated = linear(layer + "linear0", normalised(layer + "norm", h));
      float[] q = new float[gated.length / 2];
      for (int i = 0; i < q.length; i++) {
        q[i] = gated[i] * Math.max(0, gated[q.length + i]);
      }
      float[] step = linear(layer + "linear1", q);
      for (int i = 0; i < h.length; i++) {
        h[i] += step[i];
      }
    }
    h = normalised("last_normalization", h);
    for (int i = 0; i < h.length; i++) {
      h[i] = Math.max(0, h[i]);
    }
    float[] head = linear("head", h);
    int index = indexOf(model.get("y_names"), output);
    float squashed = (float) (1 / (1 + Math.exp(-head[index])));
    return transformed(squashed, model.get("out_ops").get(index));
  }

  private float[] input(Map<String, String> categories, Map<String, Double> numbers) {
    float[] input = new float[tensors.get("first_layer.weight").columns()];
    int filled = 0;
    JsonNode names = model.get("cat_names");
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).asText();
      int row = model.get("categories").get(name).get(categories.get(name)).asInt();
      Tensor embedding = tensors.get("embds_fct." + i + ".weight");
      System.arraycopy(
          embedding.values(), row * embedding.columns(), input, filled, embedding.columns());
      filled += embedding.columns();
    }
    for (int i = 0; i < model.get("cont_names").size(); i++) {
      double given = numbers.getOrDefault(model.get("cont_names").get(i).asText(), 0.0);
      input[filled++] = transformed((float) given, model.get("cont_ops").get(i));
    }
    return input;
  }

  private static float transformed(float value, JsonNode operations) {
    float x = value;
    for (JsonNode operation : operations) {
      float operand = operation.size() > 1 ? (float) operation.get(1).asDouble() : 0;
      x =
          switch (operation.get(0).asText()) {
            case "add" -> x + operand;
            case "sub" -> x - operand;
            case "mul" -> x * operand;
            case "div" -> x / operand;
            case "log" -> (float) Math.log(x);
            case "exp" -> (float) Math.exp(x);
            case "neg" -> -x;
            case "round" -> Math.round(x);
            default -> throw new IllegalStateException("no operation " + operation);
          };
    }
    return x;
  }

  private float[] linear(String name, float[] x) {
    Tensor weight = tensors.get(name + ".weight");
    float[] y = tensors.get(name + ".bias").values().clone();
    for (int row = 0; row < weight.rows(); row++) {
      float sum = 0;
      int at = row * weight.columns();
      for (int column = 0; column < x.length; column++) {
        sum += weight.values()[at + column] * x[column];
      }
      y[row] += sum;
    }
    return y;
  }

  private float[] normalised(String name, float[] x) {
    float[] mean = tensors.get(name + ".running_mean").values();
    float[] variance = tensors.get(name + ".running_var").values();
    float[] weight = tensors.get(name + ".weight").values();
    float[] bias = tensors.get(name + ".bias").values();
    double epsilon = model.get("bn_eps").asDouble();
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = (float) ((x[i] - mean[i]) / Math.sqrt(variance[i] + epsilon)) * weight[i] + bias[i];
    }
    return y;
  }

  private static int indexOf(JsonNode names, String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).asText().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no output " + name);
  }
}
