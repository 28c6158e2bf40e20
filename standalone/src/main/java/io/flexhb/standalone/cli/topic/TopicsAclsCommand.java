package io.flexhb.standalone.cli.topic;

import io.flexhb.client.StudyClientConfig;
import io.flexhb.service.admin.Rights;
import io.flexhb.service.admin.Role;
import io.flexhb.service.config.RawSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.standalone.cli.base.ClientConfigs;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.output.OutputOptions;
import io.flexhb.topics.Topics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the rights that a role needs. */
@Command(
    name = "acls",
    description = {
      "Print the minimal rights in Kafka that a role needs, as kafka-acls.sh commands. Connects"
          + " to no broker and changes nothing."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb topics acls --principal User:tuner",
      "  flexhb topics acls --principal User:ci --role operator -o json"
    })
final class TopicsAclsCommand implements Callable<Integer> {

  @Mixin private ConnectionOptions connection;
  @Mixin private OutputOptions output;

  @Option(
      names = "--principal",
      required = true,
      paramLabel = "TYPE:NAME",
      description = "Principal that gets the rights, as Kafka names it: User:tuner.")
  private String principal;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = {
        "Role: ${COMPLETION-CANDIDATES} (default: the principal's name, when it is one)."
      })
  private Role role;

  @Override
  public Integer call() {
    if (!principal.matches("[A-Za-z]+:[^\\s'\"]+")) {
      throw CommandFailure.badInput(
          "--principal '" + principal + "': give its type and name, such as User:tuner");
    }
    RawSettings given = connection.given();
    StudyClientConfig config = ClientConfigs.of(given);
    String application = given.value(Setting.APPLICATION_ID);
    Topics topics = config.topics();
    List<Rights.Right> rights = Rights.of(role(), topics, application);
    output.answer(
        rights.stream().map(this::tree).toList(),
        out -> commands(rights, config.bootstrapServers()).forEach(out::println));
    return ExitCode.OK;
  }

  private Role role() {
    if (role != null) {
      return role;
    }
    String name = principal.substring(principal.indexOf(':') + 1);
    return Stream.of(Role.values())
        .filter(known -> known.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                CommandFailure.badInput(
                    "'"
                        + name
                        + "' names no role: add --role "
                        + Stream.of(Role.values())
                            .map(known -> known.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))));
  }

  private Map<String, Object> tree(Rights.Right right) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("principal", principal);
    tree.put("resourceType", right.type().name());
    tree.put("name", right.name());
    tree.put("patternType", right.pattern().name());
    tree.put("operation", right.operation().name());
    return tree;
  }

  /** One command for all resources of a type that need the same operations. */
  private List<String> commands(List<Rights.Right> rights, String broker) {
    Map<String, TreeSet<AclOperation>> operations = new LinkedHashMap<>();
    Map<String, Rights.Right> resources = new LinkedHashMap<>();
    for (Rights.Right right : rights) {
      String resource = right.type() + " " + right.pattern() + " " + right.name();
      resources.putIfAbsent(resource, right);
      operations.computeIfAbsent(resource, r -> new TreeSet<>()).add(right.operation());
    }
    Map<String, List<Rights.Right>> together = new TreeMap<>();
    operations.forEach(
        (resource, allowed) -> {
          Rights.Right right = resources.get(resource);
          together
              .computeIfAbsent(
                  right.type() + " " + right.pattern() + " " + allowed, k -> new ArrayList<>())
              .add(right);
        });
    List<String> commands = new ArrayList<>();
    together.forEach(
        (key, members) -> {
          Rights.Right first = members.get(0);
          String allowed =
              operations.get(first.type() + " " + first.pattern() + " " + first.name()).stream()
                  .map(operation -> " --operation " + pascal(operation))
                  .collect(Collectors.joining());
          String names =
              members.stream()
                  .map(right -> " --" + option(right.type()) + " '" + right.name() + "'")
                  .collect(Collectors.joining());
          commands.add(
              "kafka-acls.sh --bootstrap-server "
                  + broker
                  + " --add --allow-principal '"
                  + principal
                  + "'"
                  + allowed
                  + (first.pattern() == PatternType.PREFIXED
                      ? " --resource-pattern-type prefixed"
                      : "")
                  + names);
        });
    return commands;
  }

  private static String option(ResourceType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** As kafka-acls.sh writes it: {@code DescribeConfigs}. */
  private static String pascal(AclOperation operation) {
    return Stream.of(operation.name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }
}
