package io.flexhb.standalone.watching;

/**
 * A query of a panel or annotation.
 *
 * @param where dashboard and panel, for messages
 * @param expression with the dashboard's variables
 */
record PanelQuery(String where, String expression) {

  /** The expression with the variables filled, for a scrape each second. */
  String filled(String study) {
    return expression
        .replace("$__rate_interval", "15s")
        .replace("$study", study)
        .replace("$instance", ".*");
  }

  @Override
  public String toString() {
    return where;
  }
}
