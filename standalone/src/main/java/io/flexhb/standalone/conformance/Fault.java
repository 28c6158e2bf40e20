package io.flexhb.standalone.conformance;

/** What happens to each kind of message the first time that it is sent in a run. */
public enum Fault {
  /** Nothing. */
  NONE("as sent"),
  /** It does not arrive. */
  LOST("each message lost once"),
  /** It arrives twice. */
  DOUBLED("each message doubled"),
  /** It arrives after its sender had to repeat it; a command arrives a second time, much later. */
  LATE("each message late");

  private final String text;

  Fault(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
