package io.flexhb.standalone.view;

/**
 * A line on a terminal.
 *
 * @param tone how it is shown where there is colour
 */
public record StyledLine(Tone tone, String text) {

  /** What a line is among the others. */
  public enum Tone {
    NORMAL(""),
    /** What the block is about. */
    HEAD("\u001b[1m"),
    /** How far things are. */
    PROGRESS("\u001b[36m"),
    /** What is best so far. */
    GOOD("\u001b[32m"),
    /** What happened just now, and is soon gone. */
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
