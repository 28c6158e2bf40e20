package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the journal says about a trial in addition to its view: every metric at every level, which
 * workers trained it and for how long. Reports between levels change nothing and are not journaled.
 */
public final class TrialHistory {

  /** The history of a trial without records. */
  public static final TrialHistory NONE = new TrialHistory();

  /**
   * One report.
   *
   * @param values by name: a number, or a text such as NaN
   */
  public record Point(
      Instant time, int attempt, String worker, long resource, SortedMap<String, Object> values) {}

  private final List<Point> points = new ArrayList<>();
  private final Map<Integer, String> workers = new LinkedHashMap<>();
  private final Map<Integer, Instant> begins = new TreeMap<>();
  private final Map<Integer, Instant> ends = new TreeMap<>();

  private TrialHistory() {}

  /**
   * The histories of a study's trials, by number.
   *
   * @param journal in order
   */
  public static Map<Integer, TrialHistory> of(List<JournalEntry> journal) {
    Map<Integer, TrialHistory> histories = new TreeMap<>();
    for (JournalEntry entry : journal) {
      if (entry.getInput() instanceof TrialEvent event && event.getTrial() >= 0) {
        histories
            .computeIfAbsent(event.getTrial(), trial -> new TrialHistory())
            .add(event, entry.getTime());
      }
    }
    return histories;
  }

  private void add(TrialEvent event, Instant time) {
    if (event.getKind() == TrialEventKind.LEASE_CHECK) {
      return;
    }
    workers.put(event.getAttempt(), event.getWorker());
    begins.putIfAbsent(event.getAttempt(), time);
    ends.put(event.getAttempt(), time);
    if (event.getKind() == TrialEventKind.METRICS && !event.getValues().isEmpty()) {
      SortedMap<String, Object> values = new TreeMap<>();
      event.getValues().forEach((name, value) -> values.put(name, value(value)));
      points.add(
          new Point(time, event.getAttempt(), event.getWorker(), event.getResource(), values));
    }
  }

  private static Object value(MetricValue value) {
    if (value.getStatus() == MetricStatus.FINITE && value.getValue() != null) {
      return value.getValue();
    }
    return switch (value.getStatus()) {
      case POSITIVE_INFINITY -> "Infinity";
      case NEGATIVE_INFINITY -> "-Infinity";
      default -> "NaN";
    };
  }

  /** Its reports, in the order in which they were used. */
  public List<Point> points() {
    return List.copyOf(points);
  }

  /** All metrics of the newest report. */
  public SortedMap<String, Object> newest() {
    return points.isEmpty() ? new TreeMap<>() : points.get(points.size() - 1).values();
  }

  /** The workers that trained it, in order, each once. */
  public List<String> workers() {
    return workers.values().stream().distinct().toList();
  }

  /** The time from the first to the last known record of each attempt, summed. */
  public Duration trained() {
    Duration sum = Duration.ZERO;
    for (Map.Entry<Integer, Instant> begin : begins.entrySet()) {
      sum = sum.plus(Duration.between(begin.getValue(), ends.get(begin.getKey())));
    }
    return sum;
  }
}
