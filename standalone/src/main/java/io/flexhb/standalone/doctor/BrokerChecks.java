package io.flexhb.standalone.doctor;

import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/** The cluster as a whole. */
final class BrokerChecks {

  private static final String BROKER = "broker";
  private static final String VERSIONS = "versions";
  private static final String CLOCK = "clock";

  /** Leases and deadlines tolerate this much, and so do people who compare logs. */
  private static final long SKEW_MILLIS = 2_000;

  private final Admin admin;
  private final TunerConfig config;

  BrokerChecks(Admin admin, TunerConfig config) {
    this.admin = admin;
    this.config = config;
  }

  /** Checks whether brokers answer, and which ones. */
  List<Finding> reach() {
    List<Finding> findings = new ArrayList<>();
    try {
      DescribeClusterResult cluster = admin.describeCluster();
      Collection<Node> nodes = answer(cluster.nodes());
      findings.add(
          Finding.ok(
              BROKER,
              nodes.size()
                  + " broker(s) answer at "
                  + config.withSource(Setting.BOOTSTRAP_SERVERS)
                  + ", cluster "
                  + answer(cluster.clusterId())));
    } catch (ExecutionException | TimeoutException away) {
      return List.of(
          Finding.problem(
              BROKER,
              "no broker answers at "
                  + config.withSource(Setting.BOOTSTRAP_SERVERS)
                  + ": "
                  + Doctor.innermost(away),
              "check that it runs, and bootstrap.servers and kafka.security.protocol; 'flexhb dev'"
                  + " starts one"));
    }
    findings.add(versions());
    return findings;
  }

  private Finding versions() {
    String ours =
        "; Kafka's client " + AppInfoParser.getVersion() + ", Java " + Runtime.version().feature();
    try {
      Map<String, Short> levels = new TreeMap<>();
      answer(admin.describeFeatures().featureMetadata())
          .finalizedFeatures()
          .forEach((feature, range) -> levels.put(feature, range.maxVersionLevel()));
      return Finding.ok(VERSIONS, "broker's features " + levels + ours);
    } catch (ExecutionException | TimeoutException old) {
      return Finding.warning(
          VERSIONS,
          "the brokers do not report their features (" + Doctor.innermost(old) + ")" + ours,
          "use Kafka 3.0 or newer: exactly-once needs it");
    }
  }

  /** Compares the broker's clock with this machine's. */
  List<Finding> clock() {
    long before = System.currentTimeMillis();
    OptionalLong theirs;
    try {
      QuorumInfo quorum = answer(admin.describeMetadataQuorum().quorumInfo());
      theirs =
          quorum.voters().stream()
              .filter(voter -> voter.replicaId() == quorum.leaderId())
              .map(QuorumInfo.ReplicaState::lastCaughtUpTimestamp)
              .filter(OptionalLong::isPresent)
              .mapToLong(OptionalLong::getAsLong)
              .findFirst();
    } catch (ExecutionException | TimeoutException denied) {
      return List.of(
          Finding.ok(
              CLOCK,
              "not compared with the broker's: only a client with DESCRIBE on the cluster can"
                  + " read that"));
    }
    if (theirs.isEmpty()) {
      return List.of(Finding.ok(CLOCK, "not compared: the broker does not report its own"));
    }
    return List.of(clock(theirs.getAsLong(), before, System.currentTimeMillis()));
  }

  /**
   * @param theirs asked at some time between the other two
   */
  static Finding clock(long theirs, long before, long after) {
    long skew = theirs < before ? theirs - before : Math.max(0, theirs - after);
    if (Math.abs(skew) <= SKEW_MILLIS) {
      return Finding.ok(CLOCK, "within " + SKEW_MILLIS / 1000 + " s of the broker's");
    }
    return Finding.warning(
        CLOCK,
        "the broker's is "
            + Duration.ofMillis(Math.abs(skew)).toSeconds()
            + " s "
            + (skew > 0 ? "ahead of" : "behind")
            + " this machine's; leases go by the tuner's",
        "synchronise the clocks: timedatectl set-ntp true");
  }

  private <T> T answer(KafkaFuture<T> future) throws ExecutionException, TimeoutException {
    try {
      return future.get(config.whole(Setting.CONNECT_TIMEOUT_MS), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }
}
