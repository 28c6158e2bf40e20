package io.flexhb.standalone.audit;

import java.util.Locale;

/** The guarantees for every installation, in the order in which they are checked. */
public enum Guarantee {
  SEQUENCES("decisions of each study are numbered without a gap"),
  INPUTS("each input was used once, and is what the journal says"),
  REPLAY("the journal leads to its own decisions"),
  COMMANDS("every command of the journal was sent"),
  VIEWS("the views of trials are those of the journal"),
  STORES("the stores, as their changelog has them, are those of the journal");

  private final String text;

  Guarantee(String text) {
    this.text = text;
  }

  /** The guarantee in words. */
  public String text() {
    return text;
  }

  /** Its name, for people and programs. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
