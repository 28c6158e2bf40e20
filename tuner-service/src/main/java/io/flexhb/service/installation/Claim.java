package io.flexhb.service.installation;

import io.flexhb.avro.Installation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * To which application the topics of an installation belong, as written by one who wants them.
 *
 * @param number 1 for the first, one more for each that follows
 * @param applicationId of the owner
 * @param storeVersion newest version of the stores that may have been written
 * @param takeOver id of the newest take-over, empty when there was none
 * @param topicIds Kafka's ids of the input topics, by name
 * @param claimedBy who wrote it, for people
 * @param claimedAt when, for people
 */
public record Claim(
    int number,
    String applicationId,
    int storeVersion,
    String takeOver,
    Map<String, String> topicIds,
    String claimedBy,
    Instant claimedAt) {

  /** Keeps a copy of the ids, and the time as the topic keeps it. */
  public Claim {
    topicIds = Map.copyOf(topicIds);
    claimedAt = claimedAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /** The first claim to topics that nobody has. */
  static Claim first(
      String applicationId, int storeVersion, Map<String, String> topicIds, String claimedBy) {
    return new Claim(1, applicationId, storeVersion, "", topicIds, claimedBy, Instant.now());
  }

  /** The owner stays, and writes stores of a newer version from now on. */
  Claim upgraded(int newVersion, String by) {
    return new Claim(number + 1, applicationId, newVersion, takeOver, topicIds, by, Instant.now());
  }

  /** The same, after a take-over of topics that nobody had claimed. */
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

  /** The topics as they are now belong to that application. */
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
   * The claim that counts: each that is numbered one more than the one that counted before it. Of
   * two with one number the first in the topic wins.
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
