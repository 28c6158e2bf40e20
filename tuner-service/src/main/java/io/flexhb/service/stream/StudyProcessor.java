package io.flexhb.service.stream;

import io.flexhb.codec.InputCodec;
import io.flexhb.codec.Origin;
import io.flexhb.codec.PoisonRecord;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.StudyStore;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The tuner's processor. Kafka Streams may call {@code init} again on the same instance, so {@code
 * init} and {@code close} drop whatever is in the heap. An exception leaves through {@link
 * #process}: then the transaction is aborted and the study is read from the store again.
 */
final class StudyProcessor implements Processor<byte[], byte[], byte[], byte[]> {

  static final Duration TICK = Duration.ofMillis(250);

  private final StudyTopology.Parts parts;
  private final MisroutedRecords misrouted;
  private Optional<Started> started = Optional.empty();
  private ProcessorContext<byte[], byte[]> context;
  private CommitPace pace;

  /**
   * State that lives from {@code init} to {@code close}.
   *
   * @param beforeCommit requests {@link UsedOffsets#save} before the next commit
   */
  private record Started(
      StudyTask task, UsedOffsets used, Runnable beforeCommit, RejectionLog log) {}

  StudyProcessor(StudyTopology.Parts parts) {
    this.parts = parts;
    this.misrouted = new MisroutedRecords(parts.topics(), parts.partitions());
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    pace = parts.pace().get();
    end();
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, time -> tick());
    pace.follow(context);
    parts.lag().found(context.taskId().partition());
  }

  @Override
  public void close() {
    end();
    Optional.ofNullable(context).ifPresent(c -> parts.lag().forget(c.taskId().partition()));
  }

  private void end() {
    started.ifPresent(s -> s.task().close());
    started = Optional.empty();
  }

  /** Created at the first record or tick, when the store can be read and no start waits for it. */
  private Started started() {
    return started.orElseGet(
        () -> {
          Started made = start();
          started = Optional.of(made);
          return made;
        });
  }

  private Started start() {
    StudyStore store = new StudyStore(context);
    RejectionLog log = new RejectionLog();
    StudyTask task = new StudyTask(parts, context, store, misrouted, log);
    UsedOffsets used =
        new UsedOffsets(
            store.usedOffsets(),
            parts.inputTopics(),
            parts.topics().inputs(),
            context.taskId().partition());
    return new Started(task, used, parts.commits().of(context, used::save), log);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    long begin = System.nanoTime();
    RecordMetadata at =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("an input without coordinates"));
    Origin origin = new Origin(at.topic(), at.partition(), at.offset());
    long now = context.currentSystemTimeMs();
    parts.metrics().input(TunerMetrics.Input.RECEIVED);
    Started s = started();
    if (s.used().contain(origin)) {
      parts.metrics().input(TunerMetrics.Input.REPEATED);
      s.log().repeated(origin, s.used().next(origin.topic()), now);
    } else {
      use(s, record, origin, now);
      parts.metrics().decisionTime().record(Duration.ofNanos(System.nanoTime() - begin));
    }
    parts.lag().processed(origin.topic(), origin.partition(), origin.offset());
    pace.processed(context);
  }

  private static void use(Started s, Record<byte[], byte[]> record, Origin origin, long now) {
    Optional<String> study = Optional.empty();
    try {
      study = Optional.of(InputCodec.study(record.key()));
      LogFields.study(study.get());
      s.task().handle(study.get(), record, origin, now);
    } catch (PoisonRecord poison) {
      s.task().deadLetter(record, origin, poison, now);
    } catch (RuntimeException failure) {
      study.ifPresent(s.task()::forget);
      throw failure;
    } finally {
      LogFields.none();
    }
    if (s.used().add(origin)) {
      s.beforeCommit().run();
    }
  }

  private void tick() {
    if (started().task().tick(context.currentSystemTimeMs())) {
      // Its records are visible only after a commit, and no input may arrive that requests one.
      pace.processed(context);
    }
  }
}
