package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * A platform's connection to a tuner: defines studies, changes their states, enqueues
 * configurations, and reads the results. Everything goes through Kafka's topics, so a study can be
 * defined and read while no tuner runs.
 *
 * <pre>{@code
 * try (StudyClient client = StudyClient.connect(StudyClientConfig.builder(brokers, registry).build())) {
 *   client.apply(StudyDefinition.ofJson(json), ApplyOptions.defaults());
 *   client.enqueue("mnist", List.of(Map.of("lr", 0.1)), 1, Duration.ofSeconds(10));
 *   client.best(client.study("mnist")).ifPresent(trial -> use(trial.getConfiguration()));
 * }
 * }</pre>
 *
 * <p>Methods throw a {@link StudyClientException} whose message says what to do. The values are the
 * records of the topics (package {@code io.flexhb.avro}), of the study's newest incarnation. Not
 * thread-safe.
 */
public final class StudyClient implements AutoCloseable {
  private final Cluster cluster;
  private final StudyRecords records;
  private final StudySender sender;

  private StudyClient(Cluster cluster, Consumer<String> warnings) {
    this.cluster = cluster;
    this.records = new StudyRecords(cluster, warnings);
    this.sender = new StudySender(cluster, records);
  }

  /**
   * Connects, and checks that a broker answers. Unreadable records are skipped with a warning in
   * the log.
   *
   * @throws ClusterUnavailableException when no broker answers within ten seconds
   * @throws InvalidRequestException when a setting of Kafka's clients is wrong
   */
  public static StudyClient connect(StudyClientConfig config) {
    return connect(config, LoggerFactory.getLogger(StudyClient.class)::warn);
  }

  /**
   * As {@link #connect(StudyClientConfig)}.
   *
   * @param warnings takes warnings about unreadable records, which are skipped
   */
  public static StudyClient connect(StudyClientConfig config, Consumer<String> warnings) {
    return new StudyClient(Cluster.connect(config), warnings);
  }

  /**
   * Creates the study that a definition describes, or changes the limits and patience of a running
   * one. Repeating a definition changes nothing. A larger limit re-opens a study that the old one
   * ended.
   *
   * @throws InvalidRequestException when the definition changes something that cannot change
   * @throws RequestRefusedException when the name is taken, or the tuner refuses
   * @throws NoAnswerException when no tuner processes it in time
   */
  public ApplyResult apply(StudyDefinition definition, ApplyOptions options) {
    return new ApplyRequest(records, sender, definition, options).apply();
  }

  /**
   * Requests another state of a study: PAUSED, ACTIVE (resume), CANCELLED, CLOSED (makes the end of
   * a finished study final) or DELETED (erases it with its trials and decisions).
   *
   * @param wait for the tuner's answer; zero = not at all
   * @throws RequestRefusedException when there is no such study, or its state does not allow it
   * @throws NoAnswerException when the study does not reach the state in time
   */
  public StateResult request(String study, RequestedState state, Duration wait) {
    return new StateRequest(records, sender, study, state, wait).send();
  }

  /**
   * Lets a study try configurations first, in the order given. A configuration is added only once
   * however often it is sent; missing parameters are drawn at random, the same way each time.
   *
   * @param configurations each a map of parameter names to values
   * @param replicate how many trials each configuration gets in total, at least 1
   * @param wait for the tuner's answer; zero = not at all
   * @throws InvalidRequestException naming all values that are not in the search space
   * @throws RequestRefusedException when there is no such study, or it is over
   * @throws NoAnswerException when no tuner processes them in time
   */
  public EnqueueResult enqueue(String study, List<?> configurations, int replicate, Duration wait) {
    return new EnqueueRequest(records, sender, study, replicate, wait).enqueue(configurations);
  }

  /**
   * Sends study records unchanged, all at once, then waits for an answer to each.
   *
   * @param wait for all answers; zero = not at all
   * @return the answers in the order of the records
   */
  public List<TunerAnswer> send(List<Study> studies, Duration wait) {
    return sender.sendAll(studies, wait);
  }

  /**
   * Sends batches of earlier results, in order, then waits for an answer to each.
   *
   * @param wait for all answers; zero = not at all
   */
  public List<TunerAnswer> sendImport(List<SuggestionResult> batches, Duration wait) {
    return sender.sendBatches(batches, wait);
  }

  /** The requested state and definition of every study, by name. */
  public List<Study> studies() {
    return records.studies();
  }

  /**
   * The requested state and definition of a study; empty when it never existed, or was erased.
   *
   * @throws InvalidRequestException when the name is not valid
   */
  public Optional<Study> find(String study) {
    return records.study(study);
  }

  /**
   * The requested state and definition of an existing study.
   *
   * @throws RequestRefusedException when it does not exist
   */
  public Study study(String study) {
    return records.existing(study);
  }

  /** The status of every study, by incarnation; without those that no tuner has handled yet. */
  public Map<UUID, StatusView> statuses() {
    return records.statuses();
  }

  /** The status of a study. */
  public StatusView status(Study study) {
    return StatusView.of(decisions(study));
  }

  /** The trials of a study, by number. */
  public List<TrialView> trials(Study study) {
    return records.trials(study);
  }

  /** The trials of all studies. */
  public List<TrialView> allTrials() {
    return records.allTrials();
  }

  /** The best trial of a study so far; empty while none has a value. */
  public Optional<TrialView> best(Study study) {
    return BestTrial.of(trials(study), StudyDefinition.specOf(study).objective());
  }

  /** The journal of a study up to its end, in order: the decisions and their reasons. */
  public List<JournalEntry> decisions(Study study) {
    return records.decisions(study);
  }

  /** A reader of a study's journal, which also follows it; the caller closes it. */
  public JournalReader journal(Study study) {
    return new JournalReader(
        study, records, cluster.readerAtBeginning(List.of(records.journalPartition(study))));
  }

  /** The connection, for reading other topics. Closed with this client. */
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
