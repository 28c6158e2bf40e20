package io.flexhb.standalone.chaos;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;

/** The group of the tuners as the broker reports it. */
final class GroupWatch implements AutoCloseable {

  private final Admin admin;

  GroupWatch(Installation installation) {
    admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers()));
  }

  /** Whether nobody joins or leaves, and these tuners and no other have all partitions. */
  boolean isSharedBy(List<String> tuners) {
    Map<String, Integer> shares = shares();
    return shares.size() == tuners.size()
        && tuners.stream().allMatch(tuner -> shares.getOrDefault(tuner, 0) > 0);
  }

  /** Partitions of each tuner; nothing while they are shared out. */
  Map<String, Integer> shares() {
    try {
      ConsumerGroupDescription group =
          admin
              .describeConsumerGroups(List.of(Installation.APPLICATION))
              .describedGroups()
              .get(Installation.APPLICATION)
              .get();
      Map<String, Integer> shares = new TreeMap<>();
      if (group.groupState() == GroupState.STABLE) {
        for (MemberDescription member : group.members()) {
          shares.merge(tuner(member), member.assignment().topicPartitions().size(), Integer::sum);
        }
      }
      return shares;
    } catch (ExecutionException failed) {
      throw new AssertionError(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Each of its threads is a member, called by its name and a number. */
  private static String tuner(MemberDescription member) {
    return member.groupInstanceId().orElse("?").replaceFirst("-\\d+$", "");
  }

  @Override
  public void close() {
    admin.close();
  }
}
