package io.flexhb.client;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Counts of answers in the metrics of Kafka's clients. */
public enum AnswerCounts {
  /** Answered fetch requests, including those without records. */
  FETCHES("fetch-total"),

  /** All answered requests. */
  ALL("response-total");

  private static final Set<String> TAGS_OF_A_CLIENT = Set.of("client-id");

  private final String metric;

  AnswerCounts(String metric) {
    this.metric = metric;
  }

  /** The sum over the clients with these metrics; the counts of closed clients are gone. */
  public long in(Map<MetricName, ? extends Metric> metrics) {
    return metrics.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(metric))
        .filter(entry -> entry.getKey().tags().keySet().equals(TAGS_OF_A_CLIENT))
        .mapToLong(entry -> ((Number) entry.getValue().metricValue()).longValue())
        .sum();
  }
}
