package io.flexhb.standalone.view;

/**
 * A line on a terminal.
 *
 * @param tone how it is shown on a terminal with colours
 */
public record StyledLine(Tone tone, String text) {

  /** The role of a line in its block. */
  public enum Tone {
    NORMAL(""),
    /** The heading of the block. */
    HEAD("\u001b[1m"),
    /** Progress. */
    PROGRESS("\u001b[36m"),
    /** The best result so far. */
    GOOD("\u001b[32m"),
    /** A recent event, shown only briefly. */
    PASSING("\u001b[2m");

    private final String code;

    Tone(String code) {
      this.code = code;
    }

    String code() {
      return code;
    }
  }
}
