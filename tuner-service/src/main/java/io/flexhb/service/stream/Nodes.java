package io.flexhb.service.stream;

/** Names of the topology's nodes. An upgrade must keep them. */
final class Nodes {

  static final String STUDIES_IN = "studies-in";
  static final String METRICS_IN = "metrics-in";
  static final String WORKERS_IN = "workers-in";
  static final String SUGGESTIONS_IN = "suggestions-in";
  static final String STUDY = "study-processor";
  static final String COMMANDS = "commands-out";
  static final String DECISIONS = "decisions-out";
  static final String TRIALS = "trials-out";
  static final String DLQ = "dlq-out";

  /** Back to the inputs: records found on the wrong partition, lease checks, study records. */
  static final String STUDIES_OUT = "studies-out";

  static final String METRICS_OUT = "metrics-out";
  static final String WORKERS_OUT = "workers-out";
  static final String SUGGESTIONS_OUT = "suggestions-out";

  private static final String IN = "-in";

  private Nodes() {}

  /** The purpose of a source's topic, for example {@code metrics}. */
  static String kindOf(String source) {
    return source.substring(0, source.length() - IN.length());
  }
}
