package io.flexhb.topics;

/**
 * The format of study and worker ids. It keeps ids safe as record keys, URL path segments and
 * metric labels; a {@link #isNameable nameable} one is also safe as a file name and as a command
 * argument.
 */
public final class Ids {

  /** Longest id, in characters. */
  public static final int MAX_LENGTH = 100;

  private static final String FORM = "use 1 to 100 of the characters A-Z a-z 0-9 . _ -";

  private static final String NAMEABLE_FORM =
      "not '.' or '..' and without a '-' at the beginning, which a shell takes for a folder or"
          + " an option";

  private Ids() {}

  /** Whether the text is a valid id. Called for each record, so it uses no regular expression. */
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

  /** Whether a new study or worker may have this name. Records with older names are still read. */
  public static boolean isNameable(String id) {
    return isValid(id) && !id.equals(".") && !id.equals("..") && id.charAt(0) != '-';
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
   * Returns the id of a study unchanged.
   *
   * @throws IllegalArgumentException when it is not a valid id
   */
  public static String checkStudy(String id) {
    return check("study id", id);
  }

  /**
   * Returns the id of a study to be created, unchanged.
   *
   * @throws IllegalArgumentException when a new study may not have this name
   */
  public static String checkNewStudy(String id) {
    return checkNew("study id", id);
  }

  /**
   * Returns the id of a worker unchanged.
   *
   * @throws IllegalArgumentException when a worker may not have this name
   */
  public static String checkWorker(String id) {
    return checkNew("worker id", id);
  }

  private static String checkNew(String what, String id) {
    check(what, id);
    if (!isNameable(id)) {
      throw new IllegalArgumentException(what + " '" + id + "': " + FORM + ", " + NAMEABLE_FORM);
    }
    return id;
  }

  /**
   * Returns the id unchanged.
   *
   * @param what named in the message, e.g. "study id"
   * @throws IllegalArgumentException when it is not a valid id
   */
  public static String check(String what, String id) {
    if (!isValid(id)) {
      throw new IllegalArgumentException(what + " '" + shown(id) + "': " + FORM);
    }
    return id;
  }

  private static String shown(String id) {
    return id.length() <= MAX_LENGTH ? id : id.substring(0, MAX_LENGTH) + "...";
  }
}
