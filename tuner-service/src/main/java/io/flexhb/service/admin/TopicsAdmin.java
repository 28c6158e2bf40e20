package io.flexhb.service.admin;

import io.flexhb.service.failure.TunerException;
import io.flexhb.topics.MissingRight;
import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics of an installation, and checks that they are as the tuner needs them. */
public final class TopicsAdmin {

  private static final long PAUSE_MS = 20;
  private static final String MAKE =
      "Create the missing topics with 'flexhb topics apply', or set flexhb.topic.create=true.";
  private static final String HIDDEN =
      "denies DESCRIBE, READ and WRITE, so nobody can say whether it exists: grant the rights that"
          + " 'flexhb topics acls' prints";

  /**
   * Sizes of topics.
   *
   * @param partitions of each topic
   * @param replication of each new topic, -1 = the broker's default
   * @param maxMessageBytes of topics that hold large records
   */
  public record Sizes(int partitions, int replication, int maxMessageBytes) {}

  private final Admin admin;
  private final Map<String, TopicPlan.Planned> plan;
  private final Sizes sizes;
  private final AdminCalls answers;

  /**
   * @param admin not owned
   * @param brokers for messages
   * @param timeout of each request
   */
  public TopicsAdmin(Admin admin, String brokers, Topics topics, Sizes sizes, Duration timeout) {
    this.admin = admin;
    this.plan =
        TopicPlan.of(topics).stream()
            .collect(
                Collectors.toMap(
                    TopicPlan.Planned::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
    this.sizes = sizes;
    this.answers = new AdminCalls(brokers, timeout);
  }

  /**
   * Creates the missing topics and returns their names once each of their partitions serves
   * requests. A new topic is known before its leaders serve it, and records produced in between can
   * be lost although they were acknowledged.
   *
   * @throws TopicProblemsException when existing topics are wrong, or some could not be created
   * @throws BrokerUnreachableException when no broker answers
   */
  public List<String> create() {
    ExistingTopics found = find();
    if (found.missing().isEmpty()) {
      return List.of();
    }
    // First, so that new topics do not add to the problems of the existing ones.
    List<TopicProblem> problems = wrong(found);
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
    request(found.missing());
    awaitReady(found.missing());
    return found.missing();
  }

  /**
   * All problems of the topics; empty when there are none.
   *
   * @throws BrokerUnreachableException when no broker answers
   */
  public List<TopicProblem> problems() {
    ExistingTopics found = find();
    List<TopicProblem> problems = new ArrayList<>();
    found.missing().forEach(name -> problems.add(new TopicProblem(name, "is missing", MAKE)));
    problems.addAll(wrong(found));
    return problems;
  }

  /**
   * Returns when the topics are as required.
   *
   * @throws TopicProblemsException with all problems
   * @throws BrokerUnreachableException when no broker answers
   */
  public void check() {
    List<TopicProblem> problems = problems();
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
  }

  /**
   * Names of the topics whose records carry their writer's timestamp, as an earlier version created
   * them: the broker rejects records of a writer whose clock is an hour ahead.
   */
  public List<String> withWritersTime() {
    Map<String, TopicDescription> present = find().present();
    TopicShapes shapes = TopicShapes.read(admin, answers, present, sizes);
    return present.keySet().stream()
        .filter(name -> shapes.keepsWritersTime(plan.get(name)))
        .toList();
  }

  /**
   * Makes the broker set the timestamps of the topics' records, as in newly created topics.
   *
   * @throws TopicProblemsException naming the topics that could not be altered, and why
   */
  public void takeBrokersTime(Collection<String> topics) {
    AlterConfigOp set =
        new AlterConfigOp(
            new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TopicPlan.TIMESTAMP_TYPE),
            AlterConfigOp.OpType.SET);
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    for (String topic : topics) {
      changes.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set));
    }
    List<TopicProblem> problems = new ArrayList<>();
    admin
        .incrementalAlterConfigs(changes)
        .values()
        .forEach(
            (topic, future) ->
                attempt("alter it", "ALTER_CONFIGS", topic.name(), future, problems));
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
  }

  private ExistingTopics find() {
    return ExistingTopics.of(admin, answers, plan.keySet());
  }

  private List<TopicProblem> wrong(ExistingTopics found) {
    List<TopicProblem> problems = new ArrayList<>();
    found.hidden().forEach(name -> problems.add(new TopicProblem(name, HIDDEN, "")));
    if (!found.present().isEmpty()) {
      TopicShapes shapes = TopicShapes.read(admin, answers, found.present(), sizes);
      found.present().keySet().forEach(name -> problems.addAll(shapes.problems(plan.get(name))));
    }
    return problems;
  }

  private void request(List<String> missing) {
    List<TopicProblem> problems = new ArrayList<>();
    admin
        .createTopics(missing.stream().map(t -> TopicPlan.toCreate(plan.get(t), sizes)).toList())
        .values()
        .forEach((name, future) -> attempt("create it", "CREATE", name, future, problems));
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
  }

  private void attempt(
      String what,
      String right,
      String topic,
      KafkaFuture<Void> future,
      List<TopicProblem> problems) {
    try {
      answers.to(what, future);
    } catch (TunerException failure) {
      if (failure.getCause() instanceof AuthorizationException) {
        problems.add(new TopicProblem(topic, "denies " + right, MissingRight.REMEDY));
      } else if (!(failure.getCause() instanceof TopicExistsException)) {
        // Otherwise another tuner that starts at the same time created it, which is as good.
        problems.add(new TopicProblem(topic, failure.getMessage(), ""));
      }
    }
  }

  private void awaitReady(Collection<String> topics) {
    long deadline = System.nanoTime() + answers.timeout().toNanos();
    RuntimeException last = null;
    while (System.nanoTime() - deadline < 0) {
      try {
        askEndOffsets(topics);
        return;
      } catch (TunerException failure) {
        if (!(failure.getCause() instanceof RetriableException)) {
          throw failure;
        }
        last = failure;
      }
      pause();
    }
    throw new TunerException("topics " + topics + " were created but do not serve requests", last);
  }

  private void askEndOffsets(Collection<String> topics) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    answers
        .to("describe the topics", admin.describeTopics(topics).allTopicNames())
        .values()
        .forEach(
            topic ->
                topic
                    .partitions()
                    .forEach(
                        p ->
                            ends.put(
                                new TopicPartition(topic.name(), p.partition()),
                                OffsetSpec.latest())));
    answers.to("read the ends of the topics", admin.listOffsets(ends).all());
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TunerException("interrupted while waiting for new topics", interrupted);
    }
  }
}
