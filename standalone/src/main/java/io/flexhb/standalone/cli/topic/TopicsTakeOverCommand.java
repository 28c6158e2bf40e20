package io.flexhb.standalone.cli.topic;

import io.flexhb.registry.AvroCodec;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.installation.ClusterState;
import io.flexhb.service.installation.InstallationTopic;
import io.flexhb.service.installation.StateCopy;
import io.flexhb.service.installation.TakeOver;
import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.Verbosity;
import io.flexhb.standalone.cli.output.OutputOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Assigns the topics, as they are, to the configured application. */
@Command(
    name = "take-over",
    description = {
      "Hand the topics, as they are now, over to the application in flexhb.application.id. If"
          + " they belong to another application, the state of the studies is copied too. Also"
          + " accepts input topics that were re-created or have lost records. No tuner of the"
          + " installation may run during the take-over."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb topics take-over -c tuner.properties",
      "  FLEXHB_APPLICATION_ID=new-tuner flexhb topics take-over -b kafka:9092"
    })
final class TopicsTakeOverCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions connection;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    Verbosity.of(spec.commandLine()).quiet();
    TunerConfig config = TunerConfig.of(connection.given());
    ClientSettings clients = new ClientSettings(config);
    try (Admin admin = Admin.create(clients.admin());
        AvroCodec codec = AvroCodec.forValues(clients.registry())) {
      ClusterState cluster = new ClusterState(admin, config.millis(Setting.CONNECT_TIMEOUT_MS));
      TakeOver.Result done =
          new TakeOver(
                  config,
                  new InstallationTopic(config, codec),
                  cluster,
                  new StateCopy(config, admin, cluster))
              .run();
      answer(config, done);
      return ExitCode.OK;
    }
  }

  private void answer(TunerConfig config, TakeOver.Result done) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("from", done.from().orElse(""));
    tree.put("to", done.to());
    tree.put("entries", done.entries());
    tree.put("topicIds", done.topicIds());
    output.answer(
        tree,
        out -> {
          out.println(
              "the topics "
                  + config.text(Setting.TOPIC_PREFIX)
                  + "* belong to application "
                  + done.to()
                  + done.from()
                      .filter(from -> !from.equals(done.to()))
                      .map(from -> ", before to " + from)
                      .orElse(""));
          if (done.entries() > 0) {
            out.println("copied " + done.entries() + " entries of the studies' state");
          }
        });
  }
}
