package io.flexhb.service.installation;

import io.flexhb.avro.Installation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A claim that the topics of an installation belong to an application.
 *
 * @param number 1 for the first, one more for each that follows
 * @param applicationId of the owner
 * @param storeVersion newest version of the stores that may have been written so far
 * @param takeOver id of the newest take-over, empty when there was none
 * @param topicIds Kafka's ids of the input topics, by name
 * @param claimedBy who wrote it, for messages
 * @param claimedAt when it was written, for messages
 */
public record Claim(
    int number,
    String applicationId,
    int storeVersion,
    String takeOver,
    Map<String, String> topicIds,
    String claimedBy,
    Instant claimedAt) {

  /** Copies the ids, and truncates the time to the precision of the topic. */
  public Claim {
    topicIds = Map.copyOf(topicIds);
    claimedAt = claimedAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /** The first claim to topics that have no owner. */
  static Claim first(
      String applicationId, int storeVersion, Map<String, String> topicIds, String claimedBy) {
    return new Claim(1, applicationId, storeVersion, "", topicIds, claimedBy, Instant.now());
  }

  /** The same owner, which writes stores of a newer version from now on. */
  Claim upgraded(int newVersion, String by) {
    return new Claim(number + 1, applicationId, newVersion, takeOver, topicIds, by, Instant.now());
  }

  /** The same claim, after a take-over of unclaimed topics. */
  Claim taken(Map<String, String> newTopicIds) {
    return new Claim(
        number,
        applicationId,
        storeVersion,
        UUID.randomUUID().toString(),
        newTopicIds,
        claimedBy,
        claimedAt);
  }

  /** Gives the topics as they are now to another application. */
  Claim takenOver(String newOwner, int newVersion, Map<String, String> newTopicIds, String by) {
    return new Claim(
        number + 1,
        newOwner,
        newVersion,
        UUID.randomUUID().toString(),
        newTopicIds,
        by,
        Instant.now());
  }

  /**
   * The claim in force. A claim takes effect if its number is one more than that of the claim in
   * force before it; of two claims with the same number the first in the topic wins.
   *
   * @param claims in the order of the topic
   */
  static Optional<Claim> current(List<Claim> claims) {
    Claim current = null;
    for (Claim claim : claims) {
      if (claim.number() == (current == null ? 1 : current.number() + 1)) {
        current = claim;
      }
    }
    return Optional.ofNullable(current);
  }

  Installation toWire() {
    return new Installation(
        number, applicationId, storeVersion, takeOver, topicIds, claimedBy, claimedAt);
  }

  static Claim fromWire(Installation wire) {
    return new Claim(
        wire.getNumber(),
        wire.getApplicationId(),
        wire.getStoreVersion(),
        wire.getTakeOver(),
        wire.getTopicIds(),
        wire.getClaimedBy(),
        wire.getClaimedAt());
  }
}
