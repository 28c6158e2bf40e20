package io.flexhb.topics;

import java.util.regex.Pattern;

/**
 * The form of ids of studies and workers. It keeps ids safe as record keys, file names, URL path
 * segments and metric labels.
 */
public final class Ids {

  /** Longest id, in characters. */
  public static final int MAX_LENGTH = 100;

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1," + MAX_LENGTH + "}");

  private Ids() {}

  /** Whether the text may be an id. */
  public static boolean isValid(String id) {
    return FORM.matcher(id).matches();
  }

  /**
   * Returns the id of a study as it came.
   *
   * @throws IllegalArgumentException when it is not in the form of ids
   */
  public static String checkStudy(String id) {
    return check("study id", id);
  }

  /**
   * Returns the id of a worker as it came.
   *
   * @throws IllegalArgumentException when it is not in the form of ids
   */
  public static String checkWorker(String id) {
    return check("worker id", id);
  }

  /**
   * Returns the id as it came.
   *
   * @param what named in the message, e.g. "study id"
   * @throws IllegalArgumentException when it is not in the form of ids
   */
  public static String check(String what, String id) {
    if (!isValid(id)) {
      throw new IllegalArgumentException(
          what + " '" + shown(id) + "': use 1 to 100 of the characters A-Z a-z 0-9 . _ -");
    }
    return id;
  }

  private static String shown(String id) {
    return id.length() <= MAX_LENGTH ? id : id.substring(0, MAX_LENGTH) + "...";
  }
}
