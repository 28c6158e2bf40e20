package io.flexhb.service.admin;

import io.flexhb.service.failure.TunerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What the broker reports about topics, each requested by name.
 *
 * @param present those that exist, with the operations that the client may do
 * @param missing those that do not exist
 * @param hidden those whose existence the client has no right to see
 */
record ExistingTopics(
    Map<String, TopicDescription> present, List<String> missing, List<String> hidden) {

  static ExistingTopics of(Admin admin, AdminCalls answers, Collection<String> names) {
    Map<String, KafkaFuture<TopicDescription>> asked =
        new LinkedHashMap<>(
            admin
                .describeTopics(
                    names, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues());
    Map<String, TopicDescription> present = new LinkedHashMap<>();
    List<String> missing = new ArrayList<>();
    List<String> hidden = new ArrayList<>();
    for (String name : names) {
      try {
        present.put(name, answers.to("describe topic " + name, asked.get(name)));
      } catch (TunerException failure) {
        if (failure.getCause() instanceof UnknownTopicOrPartitionException) {
          missing.add(name);
        } else if (failure.getCause() instanceof TopicAuthorizationException) {
          hidden.add(name);
        } else {
          throw failure;
        }
      }
    }
    return new ExistingTopics(present, missing, hidden);
  }
}
