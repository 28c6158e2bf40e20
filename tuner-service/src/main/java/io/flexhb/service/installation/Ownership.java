package io.flexhb.service.installation;

import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.service.store.StudyStore;
import io.flexhb.topics.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ensures that only one application writes the topics of an installation, and that its state
 * matches them. Two applications would both decide on each input.
 */
public final class Ownership {

  private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);

  private static final String CHANGELOG = "-" + StudyStore.NAME + "-changelog";

  private final TunerConfig config;
  private final Topics topics;
  private final String application;
  private final InstallationTopic installation;
  private final ClusterState cluster;

  /** For the tuner or the command with this configuration. */
  public Ownership(TunerConfig config, InstallationTopic installation, ClusterState cluster) {
    this.config = config;
    this.topics = config.topics();
    this.application = config.text(Setting.APPLICATION_ID);
    this.installation = installation;
    this.cluster = cluster;
  }

  /** The changelog of an application's studies. */
  static String changelog(String application) {
    return application + CHANGELOG;
  }

  /**
   * Requires that the topics belong to this tuner's application; claims unclaimed topics.
   *
   * @return the claim in force
   * @throws TunerException when they belong to another application, or do not match its state
   */
  public Claim require() {
    Map<String, String> ids = cluster.topicIds(topics.inputs());
    Claim claim = installation.current().orElseGet(() -> claimFirst(ids));
    requireOwn(claim);
    requireSame(claim, ids);
    requireState();
    if (claim.storeVersion() < StudyStore.VERSION) {
      claim = installation.claim(claim.upgraded(StudyStore.VERSION, config.instanceId()));
      requireOwn(claim);
      LOG.info("The state stores have version {} from now on", StudyStore.VERSION);
    }
    return claim;
  }

  private Claim claimFirst(Map<String, String> ids) {
    formerOwner()
        .ifPresent(
            owner -> {
              throw new TunerException(ownedBy(owner) + ", whose tuners have used them");
            });
    Claim claim =
        installation.claim(Claim.first(application, StudyStore.VERSION, ids, config.instanceId()));
    if (claim.applicationId().equals(application)) {
      LOG.info("The topics {}* belong to application {}", prefix(), application);
    }
    return claim;
  }

  /**
   * Another application that used the topics before claims existed. It is recognized by its offsets
   * in the inputs; when those are gone, by a changelog with data that belongs to no other topics.
   */
  private Optional<String> formerOwner() {
    if (cluster.wasWritten(topics.decisions())) {
      List<String> others = otherApplications();
      Optional<String> reader = others.stream().filter(this::hasOffsets).findFirst();
      if (reader.isPresent()) {
        return reader;
      }
      if (!hasChangelog(application)) {
        return others.stream()
            .filter(other -> cluster.committed(other).isEmpty() && hasChangelog(other))
            .findFirst();
      }
    }
    return Optional.empty();
  }

  private List<String> otherApplications() {
    List<String> others = new ArrayList<>();
    for (String topic : cluster.topics()) {
      if (topic.endsWith(CHANGELOG) && !topic.equals(changelog(application))) {
        others.add(topic.substring(0, topic.length() - CHANGELOG.length()));
      }
    }
    others.sort(null);
    return others;
  }

  private boolean hasOffsets(String group) {
    Set<TopicPartition> used = cluster.committed(group).keySet();
    return used.stream().anyMatch(partition -> topics.inputs().contains(partition.topic()));
  }

  private boolean hasChangelog(String of) {
    return cluster.topics().contains(changelog(of)) && cluster.wasWritten(changelog(of));
  }

  private void requireOwn(Claim claim) {
    if (!claim.applicationId().equals(application)) {
      throw new TunerException(ownedBy(claim.applicationId()) + " since " + claim.claimedAt());
    }
    if (claim.storeVersion() > StudyStore.VERSION) {
      throw new TunerException(
          "the state stores of application "
              + application
              + " are of version "
              + claim.storeVersion()
              + ", and this tuner knows them up to"
              + " version "
              + StudyStore.VERSION
              + ": start the version of FlexHB that wrote them, or a newer one");
    }
  }

  private String ownedBy(String owner) {
    return "the topics "
        + prefix()
        + "* belong to application "
        + owner
        + ", but this tuner belongs to application "
        + application
        + ": set flexhb.application.id="
        + owner
        + " to join its tuners, or topic.prefix to use separate topics; to give the studies to "
        + application
        + ", stop all tuners of "
        + owner
        + " and run 'flexhb topics take-over'. They belong to "
        + owner;
  }

  private String prefix() {
    return config.text(Setting.TOPIC_PREFIX);
  }

  private void requireSame(Claim claim, Map<String, String> ids) {
    List<String> others = new ArrayList<>();
    ids.forEach(
        (topic, id) -> {
          String known = claim.topicIds().getOrDefault(topic, id);
          if (!known.equals(id)) {
            others.add(topic + " (id " + id + ", was " + known + ")");
          }
        });
    if (!others.isEmpty()) {
      throw new TunerException(
          "input topics were deleted and recreated: "
              + String.join(", ", others)
              + ". The studies' state belongs to the old topics. To continue with the topics as"
              + " they are, stop all tuners of the installation and run 'flexhb topics take-over'");
    }
  }

  private void requireState() {
    if (cluster.wasWritten(topics.decisions()) && !hasChangelog(application)) {
      throw new TunerException(
          "the state of the studies is gone: "
              + topics.decisions()
              + " holds decisions, but the changelog "
              + changelog(application)
              + " is empty. Without it the studies cannot continue: restore that topic, or give"
              + " the tuner separate topics with another topic.prefix and apply the studies again");
    }
  }
}
