package io.flexhb.standalone.cli.worker;

import io.flexhb.standalone.broker.BrokerConfig;
import io.flexhb.standalone.broker.EmbeddedBroker;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.Verbosity;
import io.flexhb.standalone.cli.output.OutputOptions;
import io.flexhb.standalone.cli.process.ProcessLimits;
import io.flexhb.standalone.conformance.Conformance;
import io.flexhb.standalone.conformance.RunVerdict;
import io.flexhb.standalone.registry.RegistryProcess;
import io.flexhb.standalone.registry.RegistryProcessConfig;
import io.flexhb.standalone.system.TemporaryFolder;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tests a client of the worker protocol. */
@Command(
    name = "conformance",
    description = {
      "Test whether a client, in any language, follows the worker protocol. Starts a broker, a"
          + " registry and a scripted tuner here, loses, duplicates and delays each message, and"
          + " reports every rule that the client violates. The client trains the toy of"
          + " docs/conformance.md. It reads FLEXHB_BOOTSTRAP_SERVERS,"
          + " FLEXHB_SCHEMA_REGISTRY_URL, FLEXHB_TOPIC_PREFIX, FLEXHB_STUDY and FLEXHB_CHECKPOINTS."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb conformance -- python3 my_client.py",
      "  flexhb conformance --each -- ./my_client --study {study} --checkpoints {folder}"
    })
public final class ConformanceCommand implements Callable<Integer> {

  private static final String PREFIX = "conformance.";

  @Spec private CommandSpec spec;
  @Mixin private OutputOptions output;

  @Option(
      names = "--each",
      description =
          "Disturb not only all kinds of messages together, but also each kind alone;"
              + " takes long.")
  private boolean each;

  @Parameters(
      paramLabel = "CLIENT",
      arity = "1..*",
      description = "Command that starts the client; {study} and {folder} are filled in.")
  private List<String> client = List.of();

  @Override
  public Integer call() throws InterruptedException {
    Verbosity.of(spec.commandLine()).quiet();
    ProcessLimits.require(ProcessLimits.FOR_ALL_IN_ONE);
    try (TemporaryFolder folder = TemporaryFolder.create("flexhb-conformance");
        EmbeddedBroker broker =
            EmbeddedBroker.start(BrokerConfig.in(folder.path().resolve("broker")));
        RegistryProcess registry =
            RegistryProcess.start(RegistryProcessConfig.of(System.getenv()))) {
      Conformance conformance =
          new Conformance(
              broker.bootstrapServers(),
              registry.url().toString(),
              PREFIX,
              folder.path().resolve("runs"));
      return answer(conformance.tryClient(client, each));
    }
  }

  private int answer(List<RunVerdict> verdicts) {
    List<Map<String, Object>> tree = new ArrayList<>();
    for (RunVerdict verdict : verdicts) {
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("run", verdict.name());
      run.put("passed", verdict.isGood());
      run.put("violations", verdict.violations());
      run.put("millis", verdict.millis());
      tree.add(run);
    }
    output.answer(tree, out -> verdicts.forEach(verdict -> print(verdict, out)));
    return verdicts.stream().allMatch(RunVerdict::isGood) ? ExitCode.OK : ExitCode.NO;
  }

  private static void print(RunVerdict verdict, PrintWriter out) {
    out.printf(
        "%-32s %s  (%.1f s)%n",
        verdict.name(), verdict.isGood() ? "passed" : "FAILED", verdict.millis() / 1000.0);
    if (!verdict.isGood()) {
      verdict.violations().forEach(rule -> out.println("    " + rule));
      out.println(verdict.lastLines());
    }
  }
}
