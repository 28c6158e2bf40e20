package io.flexhb.standalone.cli.tuner;

import io.flexhb.service.TunerService;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.process.ProcessLimits;
import io.flexhb.standalone.cli.process.ProgressWatch;
import io.flexhb.standalone.cli.process.ShutdownHook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a tuner until the process is asked to end. */
@Command(
    name = "tuner",
    description = {
      "Run a tuner until SIGTERM or Ctrl-C. No decision is lost by kill -9: restarted on the same"
          + " state folder, it continues where it stopped."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb tuner -c tuner.properties",
      "  flexhb tuner -b kafka:9092 --registry http://registry:8081",
      "  flexhb tuner -c tuner.properties --drain    hand the studies over at once when it ends"
    })
public final class TunerCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(TunerCommand.class);
  private static final String SETTINGS_SECTION = "settings";
  private static final String SETTINGS_HEADING =
      "%nSettings, in the file or as variables (FLEXHB_STATE_DIR for flexhb.state.dir):%n";

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions connection;

  @Option(
      names = "--drain",
      description = "Leave the group at the end, so that other tuners take over at once.")
  private boolean drain;

  /** Adds the settings of the file to the help, which annotations cannot read from the code. */
  public static void listSettings(CommandLine tuner) {
    Map<String, String> rows = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      String byDefault = setting.byDefault();
      rows.put(
          setting.key(),
          setting.description() + (byDefault.isEmpty() ? "" : " (default " + byDefault + ")"));
    }
    List<String> sections = new ArrayList<>(tuner.getHelpSectionKeys());
    sections.add(sections.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), SETTINGS_SECTION);
    tuner.setHelpSectionKeys(sections);
    tuner
        .getHelpSectionMap()
        .put(
            SETTINGS_SECTION,
            help -> help.createHeading(SETTINGS_HEADING) + help.createTextTable(rows));
  }

  @Override
  public Integer call() throws InterruptedException {
    TunerConfig config = TunerConfig.of(connection.given());
    ProcessLimits.require(ProcessLimits.FOR_A_TUNER);
    TunerService tuner = TunerService.start(config);
    ProgressWatch watch =
        ProgressWatch.ofTunerAndBroker(
            tuner, config.withSource(Setting.BOOTSTRAP_SERVERS), LOG::warn);
    ShutdownHook stop =
        ShutdownHook.run(
            () -> {
              // Closed first, or it would report the closing of the clients as an outage of the
              // broker.
              watch.close();
              if (drain) {
                tuner.drain();
              } else {
                tuner.close();
              }
            });
    try {
      spec.commandLine()
          .getErr()
          .println(
              "tuner started at " + config.text(Setting.BOOTSTRAP_SERVERS) + "; Ctrl-C ends it");
      tuner
          .http()
          .ifPresent(url -> spec.commandLine().getErr().println("status and meters at " + url));
      spec.commandLine().getErr().flush();
      Optional<TunerException> failure = tuner.awaitStop();
      if (failure.isPresent()) {
        throw failure.get();
      }
      return ExitCode.OK;
    } finally {
      stop.now();
    }
  }
}
