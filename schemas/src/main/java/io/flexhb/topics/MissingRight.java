package io.flexhb.topics;

/** The text of messages about a missing right in Kafka. */
public final class MissingRight {

  /** The remedy. */
  public static final String REMEDY =
      "Grant it: 'flexhb topics acls --principal User:NAME --role ROLE' prints the commands.";

  private MissingRight() {}
}
