package io.flexhb.service.http;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** {@code /metrics}, in the format the scraper asks for: Prometheus text or OpenMetrics. */
public final class MetricsPage implements Page {

  /** The page's path. */
  public static final String PATH = "/metrics";

  private static final String OPEN_METRICS = "application/openmetrics-text";
  private static final String OPEN_METRICS_TYPE = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
  private static final String TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final int FIRST_BYTES = 1 << 16;
  private static final int OK = 200;

  private final PrometheusMeterRegistry registry;

  /**
   * @param registry not owned
   */
  public MetricsPage(PrometheusMeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Answer answer(String accept) throws IOException {
    String type = accept.contains(OPEN_METRICS) ? OPEN_METRICS_TYPE : TEXT_TYPE;
    ByteArrayOutputStream out = new ByteArrayOutputStream(FIRST_BYTES);
    registry.scrape(out, type);
    return new Answer(OK, type, out.toByteArray());
  }
}
