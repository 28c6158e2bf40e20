package io.flexhb.client;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** What Kafka's clients count of the answers they get. */
public enum AnswerCounts {
  /** Requests for records that were answered, also when there were none. */
  FETCHES("fetch-total"),

  /** All. */
  ALL("response-total");

  private static final Set<String> TAGS_OF_A_CLIENT = Set.of("client-id");

  private final String metric;

  AnswerCounts(String metric) {
    this.metric = metric;
  }

  /** The sum over the clients whose metrics these are; the counts of a closed one are gone. */
  public long in(Map<MetricName, ? extends Metric> metrics) {
    return metrics.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(metric))
        .filter(entry -> entry.getKey().tags().keySet().equals(TAGS_OF_A_CLIENT))
        .mapToLong(entry -> ((Number) entry.getValue().metricValue()).longValue())
        .sum();
  }
}
