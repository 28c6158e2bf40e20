package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.service.config.Setting;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.study.StudyFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CliTest {
  private static final String VALID =
      """
      study: mnist
      objective: {metric: error, direction: minimize}
      resource: {max: 27, unit: epochs}
      space:
        lr:    {type: double, low: 1e-4, high: 1, log: true}
        batch: {type: ordinal, values: [8, 16, 32]}
      limits: {budget: 342}
      """;

  @TempDir private Path folder;

  static Stream<String> commands() {
    return all(Cli.of(Map.of(), Path.of(""))).map(c -> c.getCommandSpec().qualifiedName());
  }

  private static Stream<CommandLine> all(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream()
            // These two are picocli's own.
            .filter(sub -> !List.of("help", "generate-completion").contains(sub.getCommandName()))
            .flatMap(CliTest::all));
  }

  /** The list of commands shows the first text alone; each stands by itself at any width. */
  @ParameterizedTest
  @MethodSource("commands")
  void shouldExplainInWholeSentences(String command) {
    CommandLine cli =
        all(Cli.of(Map.of(), Path.of("")))
            .filter(c -> c.getCommandSpec().qualifiedName().equals(command))
            .findFirst()
            .orElseThrow();

    assertThat(cli.getCommandSpec().usageMessage().description())
        .allMatch(text -> text.matches("(?s)[A-Z'].*[.)]"));
    assertThat(cli.getCommandSpec().args())
        .allSatisfy(
            arg -> assertThat(arg.description()).as("%s", arg).allMatch(t -> t.endsWith(".")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldExplainEveryCommandWithAnExample(String command) {
    String[] words = (command + " --help").substring("flexhb ".length()).split(" ");

    CliRun run = CliRun.in(folder, words);

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Usage: " + command);
    String examples = run.out().substring(run.out().indexOf("Example:"));
    assertThat(examples).contains("  " + command.split(" ")[0] + " ");
  }

  @Test
  void shouldTellABadCommandLineFromABadAnswer() {
    assertThat(CliRun.in(folder, "trails").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CliRun.in(folder, "trails").err()).contains("trials");
    assertThat(CliRun.in(folder).exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CliRun.in(folder, "study").err()).contains("which one: apply");
    assertThat(CliRun.in(folder, "best").err()).contains("STUDY");
    assertThat(CliRun.in(folder, "best", "x", "-o", "xml").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "decisions x --last",
        "decisions x --trial",
        "study apply x --wait",
        "study pause x --wait",
        "study enqueue x y --wait"
      })
  void shouldRefuseANumberBelowZero(String command) {
    CliRun run = CliRun.in(folder, (command + " -1").split(" "));

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("must be a whole number from 0 to 2147483647, was '-1'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "'", ""})
  void shouldRefuseALongScalarSoonHoweverItIsQuoted(String quote) throws IOException {
    String scalar = quote + "x".repeat(StudyFile.MOST_BYTES - 1_000) + quote;
    long begin = System.nanoTime();

    CliRun run = apply(VALID.replace("mnist", scalar), "--dry-run");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("'xxxxxxxxxxxxxxxxxxxx...' has 3999000 characters");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void shouldRefuseAFileThatFitsIntoNoRecord() throws IOException {
    CliRun run = apply("# " + "x".repeat(10_000_000) + "\n" + VALID, "--dry-run");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("study.yaml has more than 4000000 bytes").hasSizeLessThan(500);
  }

  @Test
  void shouldPrintTheLeastRightsAsCommands() {
    CliRun trainer =
        CliRun.in(folder, "topics", "acls", "--principal", "User:trainer", "-b", "kafka:9092");
    CliRun tuner = CliRun.in(folder, "topics", "acls", "--principal", "User:t", "--role", "tuner");

    assertThat(trainer.out().lines())
        .containsExactly(
            "kafka-acls.sh --bootstrap-server kafka:9092 --add --allow-principal 'User:trainer'"
                + " --operation Read --topic 'flexhb.commands.v1'",
            "kafka-acls.sh --bootstrap-server kafka:9092 --add --allow-principal 'User:trainer'"
                + " --operation Write --topic 'flexhb.metrics.v1' --topic 'flexhb.workers.v1'");
    assertThat(tuner.out())
        .contains("--operation Write --resource-pattern-type prefixed --transactional-id")
        .contains("--operation Read --group 'flexhb-tuner'");
    assertThat(CliRun.in(folder, "topics", "acls", "--principal", "User:x").err())
        .contains("'x' names no role: add --role tuner, trainer, reader, operator");
    assertThat(CliRun.in(folder, "topics", "acls", "--principal", "x").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "-rf"})
  void shouldNameNoStudyLikeAFolderOrAnOption(String name) throws IOException {
    CliRun run = apply(VALID.replace("mnist", "'" + name + "'"), "--dry-run");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("study id '" + name + "'");
  }

  @Test
  void shouldPrintThePlanOfADryRun() throws IOException {
    CliRun run = apply(VALID, "--dry-run");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.out())
        .contains(
            "study mnist: flexhb (sampler fgf, brackets flexband, promotion glosh, stopping none)")
        .contains("  0: 27@1 → 9@3 → 3@9 → 1@27")
        .contains("fidelity levels: [1, 3, 6, 9, 12, 15, 18, 21, 24, 27]")
        .contains("cost of one loop: 46 new trials, 342 epochs with checkpoints, 405 without")
        .contains("budget: 342 = 1 loops");
  }

  @Test
  void shouldSayWhenThePlanIsOnlyAnEstimate() throws IOException {
    CliRun run = apply(VALID + "algorithm: asha\nstopping: median\n", "--dry-run");

    assertThat(run.out())
        .contains("(sampler random, brackets single, promotion asha, stopping median)")
        .contains("promotion asha waits for no rung")
        .contains("stopping median ends trials between rungs");
  }

  @Test
  void shouldPrintThePlanAsJson() throws IOException {
    CliRun run = apply(VALID, "--dry-run", "-o", "json");

    Map<String, Object> tree = StudyFile.parse("out", run.out());
    assertThat(tree).containsEntry("costPerLoop", 342).containsEntry("trialsPerLoop", 46);
  }

  @Test
  void shouldPrintAllProblemsOfAFileAtOnce() throws IOException {
    CliRun run =
        apply(
            """
            study: my study
            objective: {metric: error}
            resource: {max: 27}
            space:
              lr: {type: double, low: 0, high: 1, log: true}
            limits: {budgte: 342}
            """);

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("4 problems, nothing was sent:")
        .contains("  study: was 'my study'")
        .contains("  objective.direction: is missing")
        .contains("  space.lr.low: must be above 0 on a log scale")
        .contains("  limits.budgte: is unknown; did you mean 'budget'?");
  }

  @Test
  void shouldRefuseAKeyGivenTwice() throws IOException {
    CliRun run = apply(VALID + "study: other\n");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains("study.yaml, line 8, column 1: ")
        .contains("duplicate key study");
  }

  @Test
  void shouldSayWhereAFileIsNoYaml() throws IOException {
    CliRun run = apply("study: mnist\nspace: {lr: [1, 2}\n");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("study.yaml, line 2, column 18: ").doesNotContain("\tat ");
  }

  @Test
  void shouldRefuseAFileThatIsNestedTooDeeplyOrHoldsItself() throws IOException {
    for (String yaml : List.of("[".repeat(50_000), "study: &a [[*a]]", "space: &a {x: {y: *a}}")) {
      CliRun run = apply(yaml, "--dry-run");

      assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).startsWith("flexhb: ").doesNotContain("\tat ");
    }
  }

  @Test
  void shouldTellErrorsOfTheJvmLikeOtherFailures() {
    assertThat(failingWith(new OutOfMemoryError("heap")).err())
        .isEqualTo("flexhb: out of memory; give more with FLEXHB_JAVA_OPTS=-Xmx4g, say\n");
    assertThat(failingWith(new NoClassDefFoundError("gone")).err())
        .startsWith("flexhb: internal error, please report it: ")
        .contains("NoClassDefFoundError: gone")
        .doesNotContain("\tat ");
  }

  private static CliRun failingWith(Error error) {
    @CommandLine.Command(name = "fail")
    final class Fail implements Runnable {
      @Override
      public void run() {
        throw error;
      }
    }

    StringWriter err = new StringWriter();
    CommandLine cli = Cli.of(Map.of(), Path.of(""));
    cli.addSubcommand(new Fail());
    cli.setErr(new PrintWriter(err));
    int exitCode = cli.execute("fail");
    assertThat(exitCode).isEqualTo(ExitCode.ENVIRONMENT);
    return new CliRun(exitCode, "", err.toString());
  }

  @Test
  void shouldSayThatAFileIsNotThereOrEmpty() throws IOException {
    assertThat(CliRun.in(folder, "study", "apply", "none.yaml").err())
        .isEqualToIgnoringNewLines("flexhb: there is no file none.yaml");
    assertThat(apply("").err()).contains("holds no study");
    assertThat(apply("- a\n- b\n").err()).contains("holds no study");
  }

  @Test
  void shouldSayWhyAClientCannotBeMade() {
    Map<String, String> environment = Map.of("FLEXHB_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT");

    for (String command : List.of("study list", "topics apply", "tuner")) {
      CliRun run = CliRun.in(folder, environment, command.split(" "));

      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains("'KafkaClient' entry in the JAAS configuration");
    }
  }

  @Test
  void shouldRefuseAMalformedBrokerAddress() {
    CliRun run = CliRun.in(folder, "study", "list", "-b", "nonsense");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("bootstrap.servers");
  }

  @Test
  void shouldReportEveryWrongSettingOfATuner() throws IOException {
    Path file = folder.resolve("tuner.properties");
    Files.writeString(file, "flexhb.thraeds=2\nflexhb.topic.partitions=0\n");

    CliRun run = CliRun.in(folder, "tuner", "-c", file.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains("tuner.properties", "flexhb.thraeds", "did you mean flexhb.threads?")
        .contains("flexhb.topic.partitions must be")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldRefuseUnknownKeysOfAConfigFile() throws IOException {
    Path file = folder.resolve("client.properties");
    Files.writeString(file, "bootstrap.server=localhost:9092\n");

    CliRun run = CliRun.in(folder, "study", "list", "-c", file.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .isEqualTo(
            "flexhb: unknown setting bootstrap.server; did you mean bootstrap.servers? (from %s)%n"
                .formatted(file));
  }

  @Test
  void shouldLetOptionsOverrideVariablesAndTheseTheFileAndNameTheOneAtFault() throws IOException {
    Path file = folder.resolve("client.properties");
    Files.writeString(
        file,
        """
        bootstrap.servers=
        flexhb.thread=4
        schema.registry.url=of file
        topic.prefix=of file
        """);
    Map<String, String> environment =
        Map.of(
            "FLEXHB_CONFIG", file.toString(),
            "FLEXHB_BOOTSTRAP_SERVERS", "",
            "FLEXHB_SCHEMA_REGISTRY_URL", "of variable",
            "FLEXHB_TOPIC_PREFIX", "of variable");

    CliRun run = CliRun.in(folder, environment, "study", "list", "--registry", "of option");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err().lines().map(line -> line.replaceAll(" must be .*, was", ":")))
        .containsExactly(
            "flexhb: 4 settings are wrong:",
            "  unknown setting flexhb.thread; did you mean flexhb.threads? (from " + file + ")",
            "  bootstrap.servers: '' (from " + file + ")",
            "  schema.registry.url: 'of option' (from --registry)",
            "  topic.prefix: 'of variable' (from FLEXHB_TOPIC_PREFIX)");
  }

  @Test
  void shouldNameTheOptionsOfTheCommandItselfToo() {
    CliRun run =
        CliRun.in(folder, "topics", "apply", "--partitions", "0", "--replication-factor", "900");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains("was '0' (from --partitions)", "was '900' (from --replication-factor)");
  }

  @Test
  void shouldCheckTheSettingsOfTheBaselineBeforeTheLoad() throws IOException {
    Path file = folder.resolve("tuner.properties");
    Files.writeString(file, "flexhb.commit.interval.ms=soon\n");

    CliRun run = CliRun.in(folder, "simulate", "--baseline", "-c", file.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("flexhb.commit.interval.ms", "'soon'");
  }

  @Test
  void shouldListTheTunersSettingsInItsHelp() {
    CliRun run = CliRun.in(folder, "tuner", "--help");

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.out().lines().map(String::strip))
        .anyMatch(line -> line.matches("flexhb.threads +Stream threads.*"))
        .anyMatch(line -> line.startsWith(Setting.TOPIC_REPLICATION.key() + " "));
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void shouldSayThatAConfigFileIsNotThereOrNoText() throws IOException {
    Path binary = folder.resolve("binary.properties");
    Files.write(binary, new byte[] {(byte) 0xff, 0});

    CliRun none = CliRun.in(folder, "study", "list", "-c", "none.properties");
    CliRun noText = CliRun.in(folder, "study", "list", "-c", binary.toString());

    assertThat(none.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).isEqualTo("flexhb: there is no file none.properties\n");
    assertThat(noText.err()).isEqualTo("flexhb: file " + binary + " is not UTF-8 text\n");
  }

  @Test
  void shouldPassVariablesOnToTheClientsOfCommandsToo() {
    CliRun run =
        CliRun.in(
            folder,
            Map.of("FLEXHB_KAFKA_SECURITY_PROTOCOL", "NONE", "FLEXHB_STATE_DIR", "/nowhere"),
            "study",
            "list");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("security.protocol");
  }

  private CliRun apply(String yaml, String... more) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, yaml);
    Stream<String> args =
        Stream.concat(Stream.of("study", "apply", file.toString()), Stream.of(more));
    return CliRun.in(folder, args.toArray(String[]::new));
  }
}
