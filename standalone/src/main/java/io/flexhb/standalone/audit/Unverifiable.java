package io.flexhb.standalone.audit;

import java.util.Locale;

/** Why something can no longer be checked. */
public enum Unverifiable {
  RETENTION("retention or compaction has removed the records"),
  ENGINE("another version of the engine decided"),
  ERASED("the study is deleted and its journal is being erased"),
  MISSING_CHANGELOG("there is no changelog under that application id");

  private final String text;

  Unverifiable(String text) {
    this.text = text;
  }

  /** Its name, for programs. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The reason in words. */
  public String text() {
    return text;
  }
}
