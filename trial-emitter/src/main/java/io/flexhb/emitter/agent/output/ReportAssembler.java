package io.flexhb.emitter.agent.output;

import io.flexhb.emitter.protocol.StepSize;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Assembles reports from readings: values belong to the counter shown last. A report is complete
 * when the script shows its next number, when it ends, or when nothing follows for a moment after a
 * complete line with the objective. Thread-safe; reports are sent under the lock.
 */
public final class ReportAssembler {

  /** Other metrics of a report follow within this time. */
  static final long SETTLE_MILLIS = 100;

  private static final int NAMES_REMEMBERED = 20;

  private final OutputFormat format;
  private final StepNumbering.OfRun counting;
  private final StepSize step;
  private final Consumer<Report> out;
  private final LongSupplier millis;

  private final Map<String, Double> values = new LinkedHashMap<>();
  private final Map<String, Double> between = new LinkedHashMap<>();
  private final Set<String> names = new LinkedHashSet<>();
  private OptionalLong current = OptionalLong.empty();
  private OptionalLong settlesAt = OptionalLong.empty();
  private Optional<Report> newest = Optional.empty();
  private Map<String, Double> last = Map.of();
  private boolean reported;
  private boolean shownAgain;
  private boolean fractional;
  private long gap = 1;

  /**
   * An assembler for one run of the script.
   *
   * @param step of the study's resource; numbers between two steps belong to no report
   * @param out takes each report
   * @param millis a clock that never goes back
   */
  public ReportAssembler(
      OutputFormat format,
      StepNumbering.OfRun counting,
      StepSize step,
      Consumer<Report> out,
      LongSupplier millis) {
    this.format = format;
    this.counting = counting;
    this.step = step;
    this.out = out;
    this.millis = millis;
  }

  /** Takes values that the script showed at that number of its counter. */
  public void show(long counter, Map<String, Double> shown) {
    LineReadings readings = new LineReadings();
    readings.counter(counter);
    shown.forEach(readings::value);
    add(readings, true);
  }

  synchronized void add(LineReadings readings, boolean isFinal) {
    Map<String, Double> kept = kept(readings);
    boolean objective = kept.containsKey(format.objective());
    OptionalDouble counter = readings.counter();
    OptionalLong number =
        counter.isPresent() ? step.units(counter.getAsDouble()) : OptionalLong.empty();
    if (counter.isPresent() && number.isEmpty()) {
      if (objective) {
        fractional = true;
        out.accept(new Report(0, kept, counter));
      }
      between.putAll(kept);
      return;
    }
    if (number.isPresent()) {
      moveTo(number.getAsLong());
    } else if (format.countsReports() && objective && isFinal) {
      moveTo(current.orElse(0) + 1);
    }
    values.putAll(kept);
    if (objective) {
      last = Map.copyOf(values);
      shownAgain |= reported;
      if (isFinal && !format.latest()) {
        settlesAt = OptionalLong.of(millis.getAsLong() + SETTLE_MILLIS);
      }
    }
  }

  /** Sends the report that is complete because nothing followed. Call it often. */
  public synchronized void tick() {
    if (settlesAt.isPresent() && millis.getAsLong() >= settlesAt.getAsLong()) {
      flush();
    }
  }

  /** Sends the open report: the script has ended. */
  public synchronized void end() {
    flush();
  }

  /** The newest report sent. */
  public synchronized Optional<Report> newest() {
    return newest;
  }

  /** The values last shown together with the objective, for any resource. */
  public synchronized Map<String, Double> last() {
    return last;
  }

  /** The distance between the script's newest two reports. */
  public synchronized long gap() {
    return gap;
  }

  /** Names of the metrics shown, for messages; only some when there are many. */
  public synchronized Set<String> names() {
    return Set.copyOf(names);
  }

  /** Whether the objective was shown again for a resource that was already reported. */
  public synchronized boolean isShownAgain() {
    return shownAgain;
  }

  /** Whether the objective was shown between two steps of the resource. */
  public synchronized boolean isFractional() {
    return fractional;
  }

  private Map<String, Double> kept(LineReadings readings) {
    Map<String, Double> kept = new LinkedHashMap<>();
    readings
        .values()
        .forEach(
            (shown, value) -> {
              // The objective's name matches in any case: Loss and loss are the same.
              String name = shown.equalsIgnoreCase(format.objective()) ? format.objective() : shown;
              if (names.size() < NAMES_REMEMBERED) {
                names.add(shown);
              }
              if (format.keeps(name)) {
                kept.put(name, value);
              }
            });
    return kept;
  }

  private void moveTo(long number) {
    if (current.isPresent() && current.getAsLong() == number) {
      return;
    }
    flush();
    values.clear();
    values.putAll(between);
    values.remove(format.objective());
    between.clear();
    reported = false;
    counting.shown(number);
    current = OptionalLong.of(number);
  }

  private void flush() {
    settlesAt = OptionalLong.empty();
    if (reported || current.isEmpty() || !values.containsKey(format.objective())) {
      return;
    }
    reported = true;
    Report report = new Report(counting.absolute(current.getAsLong()), values);
    long before = newest.map(Report::resource).orElse(counting.from());
    gap = Math.max(1, report.resource() - before);
    newest = Optional.of(report);
    out.accept(report);
  }
}
