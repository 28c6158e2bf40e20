package io.flexhb.service.installation;

import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.service.store.StudyStore;
import io.flexhb.topics.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives the topics of an installation, as they are now, to the application of a configuration. If
 * another application owned them, its study state is copied too. Run it only while no tuner runs.
 */
public final class TakeOver {

  /**
   * The result of a take-over.
   *
   * @param from the application that had the topics, empty when they were unclaimed
   * @param to the application that has them now
   * @param entries of the state that were copied
   * @param topicIds the ids of the input topics from now on
   */
  public record Result(
      Optional<String> from, String to, long entries, Map<String, String> topicIds) {}

  private final TunerConfig config;
  private final Topics topics;
  private final String application;
  private final InstallationTopic installation;
  private final ClusterState cluster;
  private final StateCopy copy;

  /**
   * @param copy copies the state of another application
   */
  public TakeOver(
      TunerConfig config, InstallationTopic installation, ClusterState cluster, StateCopy copy) {
    this.config = config;
    this.topics = config.topics();
    this.application = config.text(Setting.APPLICATION_ID);
    this.installation = installation;
    this.cluster = cluster;
    this.copy = copy;
  }

  /**
   * Takes over the topics.
   *
   * @throws TunerException when tuners run, or this application already has a state of its own
   */
  public Result run() {
    Map<String, String> ids = cluster.topicIds(topics.inputs());
    Optional<Claim> before = installation.current();
    String owner = before.map(Claim::applicationId).orElse(application);
    requireStopped(owner);
    requireStopped(application);
    before.ifPresent(TakeOver::requireKnownStores);
    long entries = owner.equals(application) ? 0 : copy.copy(owner, application);
    Claim wanted =
        before
            .map(claim -> claim.takenOver(application, StudyStore.VERSION, ids, "topics take-over"))
            .orElseGet(
                () ->
                    Claim.first(application, StudyStore.VERSION, Map.of(), "topics take-over")
                        .taken(ids));
    Claim now = installation.claim(wanted);
    if (!now.equals(wanted)) {
      throw new TunerException(
          "the topics were claimed by another process at the same time: they belong to application "
              + now.applicationId()
              + "; check this before you try again");
    }
    // A tuner that started after the first check has seen the former claim.
    requireStopped(owner);
    return new Result(before.map(Claim::applicationId), application, entries, ids);
  }

  private void requireStopped(String group) {
    List<String> members = cluster.members(group);
    if (!members.isEmpty()) {
      throw new TunerException(
          "tuners of application "
              + group
              + " run, or ended less than 10 s ago: "
              + String.join(", ", members)
              + "; stop them, and run this again");
    }
  }

  private static void requireKnownStores(Claim claim) {
    if (claim.storeVersion() > StudyStore.VERSION) {
      throw new TunerException(
          "the state stores of application "
              + claim.applicationId()
              + " are of version "
              + claim.storeVersion()
              + ", and this FlexHB knows them up to version "
              + StudyStore.VERSION
              + ": use the version that wrote them, or a newer one");
    }
  }
}
