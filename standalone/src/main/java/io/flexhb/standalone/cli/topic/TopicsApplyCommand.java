package io.flexhb.standalone.cli.topic;

import io.flexhb.service.TunerService;
import io.flexhb.service.admin.TopicProblemsException;
import io.flexhb.service.admin.TopicsAdmin;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.RawSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.Verbosity;
import io.flexhb.standalone.cli.output.OutputOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Creates missing topics and checks the existing ones. */
@Command(
    name = "apply",
    description = {
      "Create missing topics and check the existing ones. Topics of earlier versions get the"
          + " current settings where that is safe. Other problems are listed and left unchanged."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb topics apply -b kafka:9092 --partitions 8 --replication-factor 3",
      "  flexhb topics apply -c tuner.properties"
    })
final class TopicsApplyCommand implements Callable<Integer> {
  private static final String ANSWER_MILLIS = "6000";

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions connection;
  @Mixin private OutputOptions output;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Partitions of each topic; cannot be changed later (default 8).")
  private Integer partitions;

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      description = "Replicas of each topic (default: the broker's).")
  private Integer replicas;

  @Override
  public Integer call() {
    Verbosity.of(spec.commandLine()).quiet();
    TunerConfig config = config();
    try (Admin admin = Admin.create(new ClientSettings(config).admin())) {
      TopicsAdmin topics = TunerService.topicsAdmin(config, admin);
      List<String> created = topics.create();
      topics.check();
      List<String> altered = topics.withWritersTime();
      topics.takeBrokersTime(altered);
      List<String> existing = new ArrayList<>(config.topics().all());
      existing.removeAll(created);
      existing.removeAll(altered);
      output.answer(
          Map.of("created", created, "altered", altered, "existing", existing),
          out -> {
            created.forEach(topic -> out.println("created " + topic));
            altered.forEach(
                topic -> out.println("altered " + topic + ": the broker dates its records"));
            existing.forEach(topic -> out.println("ok      " + topic));
          });
      return ExitCode.OK;
    } catch (TopicProblemsException e) {
      throw CommandFailure.no(e.getMessage());
    }
  }

  private TunerConfig config() {
    RawSettings given = connection.given();
    if (partitions != null) {
      given =
          given.with("--partitions", Map.of(Setting.TOPIC_PARTITIONS.key(), partitions.toString()));
    }
    if (replicas != null) {
      given =
          given.with(
              "--replication-factor", Map.of(Setting.TOPIC_REPLICATION.key(), replicas.toString()));
    }
    return TunerConfig.of(
        given.with("topics apply", Map.of(Setting.CONNECT_TIMEOUT_MS.key(), ANSWER_MILLIS)));
  }
}
