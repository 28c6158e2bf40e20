package io.flexhb.standalone.cli.installation;

import io.flexhb.service.admin.Role;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.Verbosity;
import io.flexhb.standalone.cli.output.OutputOptions;
import io.flexhb.standalone.doctor.Doctor;
import io.flexhb.standalone.doctor.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reports what is wrong with an installation. */
@Command(
    name = "doctor",
    description = {
      "Check broker, topics, rights, registry and this machine, and report problems with their"
          + " remedies. Nothing is changed. Exit code 1 when a problem prevents a tuner from"
          + " working."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb doctor -c tuner.properties",
      "  flexhb doctor -b kafka:9092 --role trainer -o json"
    })
public final class DoctorCommand implements Callable<Integer> {

  private static final String ANSWER_MILLIS = "6000";

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions connection;
  @Mixin private OutputOptions output;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "tuner",
      description =
          "Role whose rights are checked: ${COMPLETION-CANDIDATES} (default"
              + " ${DEFAULT-VALUE}).")
  private Role role = Role.TUNER;

  @Override
  public Integer call() {
    Verbosity.of(spec.commandLine()).quiet();
    TunerConfig config =
        TunerConfig.of(
            connection
                .given()
                .with("doctor", Map.of(Setting.CONNECT_TIMEOUT_MS.key(), ANSWER_MILLIS)));
    List<Finding> findings = new Doctor(config, role).examine();
    output.answer(
        findings.stream().map(DoctorCommand::tree).toList(),
        out ->
            findings.forEach(
                finding -> {
                  out.printf("%-8s %-13s %s%n", word(finding), finding.check(), finding.message());
                  finding.remedy().ifPresent(remedy -> out.println("         -> " + remedy));
                }));
    boolean healthy = findings.stream().noneMatch(f -> f.severity() == Finding.Severity.PROBLEM);
    return healthy ? ExitCode.OK : ExitCode.NO;
  }

  private static String word(Finding finding) {
    return finding.severity() == Finding.Severity.OK
        ? "ok"
        : finding.severity().name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> tree(Finding finding) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("check", finding.check());
    tree.put("severity", finding.severity().name());
    tree.put("message", finding.message());
    tree.put("remedy", finding.remedy().orElse(null));
    return tree;
  }
}
