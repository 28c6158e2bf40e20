package io.flexhb.emitter.agent.output;

import io.flexhb.emitter.protocol.StepSize;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The output of a script, read like the agent does, with a clock of its own. */
final class Output {

  private final List<Report> reports = new ArrayList<>();
  private final List<Report> between = new ArrayList<>();
  private final ReportAssembler assembler;
  private final LineSplitter splitter;
  private long now;

  private Output(OutputFormat format, StepNumbering counting, long from, StepSize step) {
    this.assembler = new ReportAssembler(format, counting.run(from), step, this::take, () -> now);
    this.splitter = new LineSplitter(new LineReader(format, assembler));
  }

  static Output of(String objective, String counter) {
    return of(OutputFormat.of(objective, CounterName.named(counter)));
  }

  static Output of(OutputFormat format) {
    return new Output(format, new StepNumbering(OptionalInt.empty(), false), 0, StepSize.ONE);
  }

  static Output resumed(OutputFormat format, StepNumbering counting, long from) {
    return new Output(format, counting, from, StepSize.ONE);
  }

  /** The output in a study with that step. */
  static Output inSteps(OutputFormat format, String step, StepNumbering counting, long from) {
    return new Output(format, counting, from, new StepSize(new BigDecimal(step)));
  }

  private void take(Report report) {
    (report.between().isPresent() ? between : reports).add(report);
  }

  /** Numbers of the counter between two steps at which the objective was shown. */
  List<Double> between() {
    return between.stream().map(report -> report.between().getAsDouble()).toList();
  }

  /** The script prints. */
  Output print(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    splitter.accept(bytes, 0, bytes.length);
    return this;
  }

  /** The script is silent for longer than the gap between lines of one report. */
  Output pause() {
    now += ReportAssembler.SETTLE_MILLIS;
    assembler.tick();
    return this;
  }

  /** The script ends; returns all reports. */
  List<Report> end() {
    splitter.end();
    assembler.end();
    return reports;
  }

  /** Resource to value of a metric, of all reports so far, as text. */
  List<String> seen(String metric) {
    return reports.stream().map(r -> r.resource() + "=" + r.values().get(metric)).toList();
  }

  List<Report> reports() {
    return reports;
  }

  ReportAssembler assembler() {
    return assembler;
  }

  static Map<String, Double> only(List<Report> reports) {
    return reports.get(0).values();
  }
}
