package io.flexhb.topics;

/** What messages say of a right in Kafka that is missing. */
public final class MissingRight {

  /** What to do about it. */
  public static final String REMEDY =
      "Grant it: 'flexhb topics acls --principal User:NAME --role ROLE' prints the commands.";

  private MissingRight() {}
}
