package io.flexhb.emitter.agent.output;

import java.util.List;

/** Reads the lines of one stream with the patterns of a format. Not thread-safe. */
public final class LineReader implements LineSplitter.Sink {

  private final OutputFormat format;
  private final List<LinePattern> patterns;
  private final ReportAssembler reports;

  /** Sends readings to the assembler. */
  public LineReader(OutputFormat format, ReportAssembler reports) {
    this.format = format;
    this.patterns = format.patterns();
    this.reports = reports;
  }

  @Override
  public void line(String text, boolean isFinal) {
    LineReadings readings = new LineReadings();
    for (LinePattern pattern : patterns) {
      // A user's regular expressions each find a part of the line; of the others, one matches it.
      if (pattern.read(text, readings) && format.expressions().isEmpty()) {
        break;
      }
    }
    if (!readings.isEmpty()) {
      reports.add(readings, isFinal);
    }
  }
}
