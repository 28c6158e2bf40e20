package io.flexhb.topics;

/**
 * The form of ids of studies and workers. It keeps ids safe as record keys, file names, URL path
 * segments and metric labels.
 */
public final class Ids {

  /** Longest id, in characters. */
  public static final int MAX_LENGTH = 100;

  private Ids() {}

  /** Whether the text may be an id. Asked for each record, hence no regular expression. */
  public static boolean isValid(String id) {
    if (id.isEmpty() || id.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      if (!isOfIds(id.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfIds(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '_'
        || c == '-';
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
