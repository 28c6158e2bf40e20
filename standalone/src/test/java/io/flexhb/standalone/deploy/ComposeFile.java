package io.flexhb.standalone.deploy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code docker-compose.yml} with the variables of {@code .env}. */
final class ComposeFile {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z0-9_]+)}");

  private final Map<String, Object> tree;

  private ComposeFile(Map<String, Object> tree) {
    this.tree = tree;
  }

  /**
   * A port of a container and where it is on the host.
   *
   * @param host its address
   */
  record Port(String host, int published, int target) {}

  /** With the defaults. */
  static ComposeFile read() {
    Matcher variables = VARIABLE.matcher(Checkout.text("docker-compose.yml"));
    Map<String, String> values = variables();
    String text =
        variables.replaceAll(
            variable -> {
              String value = values.get(variable.group(1));
              if (value == null) {
                throw new AssertionError(variable.group(1) + " is not in .env");
              }
              return Matcher.quoteReplacement(value);
            });
    return new ComposeFile(Checkout.yaml(text).get(0));
  }

  /** The lines of {@code .env}. */
  static Map<String, String> variables() {
    Map<String, String> values = new TreeMap<>();
    Checkout.text(".env")
        .lines()
        .filter(line -> line.matches("[A-Z0-9_]+=.*"))
        .forEach(
            line -> {
              int at = line.indexOf('=');
              values.put(line.substring(0, at), line.substring(at + 1));
            });
    return values;
  }

  Map<String, Map<String, Object>> services() {
    Map<String, Map<String, Object>> services = new LinkedHashMap<>();
    Checkout.map(tree.get("services"))
        .forEach((name, service) -> services.put(name, Checkout.map(service)));
    return services;
  }

  Map<String, Object> service(String name) {
    return services().get(name);
  }

  Map<String, Object> volumes() {
    return Checkout.map(tree.get("volumes"));
  }

  List<Port> ports(String service) {
    return Checkout.strings(service(service).get("ports")).stream()
        .map(
            text -> {
              String[] parts = text.split(":");
              return new Port(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            })
        .toList();
  }

  String limit(String service, String of) {
    Object limits =
        Checkout.map(Checkout.map(service(service).get("deploy")).get("resources")).get("limits");
    return String.valueOf(Checkout.map(limits).get(of));
  }
}
