package io.flexhb.codec;

import io.flexhb.avro.LeaseCheck;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.Validated;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LastAttempt;
import io.flexhb.core.study.message.LastReport;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.topics.Ids;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * Converts input records to events of the engine. The same record, tuner time and study give the
 * same event, live and when the journal is replayed.
 */
public final class EventCodec {

  /** Most characters of the message of an ENDED, which is copied to reasons, views and commands. */
  private static final int MOST_MESSAGE = 2_000;

  /** Most trials that one record may enqueue. */
  public static final int MOST_ENQUEUED = 10_000;

  /** Key in the explanation of an ENQUEUED record: how missing parameters are filled. */
  public static final String FILL = "fill";

  /**
   * Missing parameters are drawn; without this value a configuration that lacks some is rejected.
   */
  public static final String FILL_BY_DRAWS = "draw";

  /** Few digits and a small exponent: longer numbers are expensive to expand. */
  private static final Pattern NUMBER =
      Pattern.compile("-?\\d{1,20}(\\.\\d{1,30})?([eE][-+]?\\d{1,2})?");

  private EventCodec() {}

  /**
   * The event of a record.
   *
   * @param input a Study, WorkRequest, TrialEvent or SuggestionResult
   * @param time tuner time, in milliseconds since 1970
   * @param known the study's current spec, empty before the study exists
   * @throws PoisonRecord when it has none
   */
  public static StudyEvent event(SpecificRecord input, long time, Optional<StudySpec> known) {
    if (input instanceof TrialEvent event) {
      return trialEvent(event, time, known);
    }
    if (input instanceof WorkRequest request) {
      return workAsked(request, time, known);
    }
    if (input instanceof SuggestionResult result) {
      return suggestion(result, time, known);
    }
    if (input instanceof Study study) {
      return applied(study, time, known);
    }
    throw new IllegalArgumentException("no input of a study: " + input.getClass());
  }

  private static StudyEvent applied(Study study, long time, Optional<StudySpec> known) {
    RequestedState requested =
        switch (study.getRequestedState()) {
          case ACTIVE -> RequestedState.ACTIVE;
          case PAUSED -> RequestedState.PAUSED;
          case CANCELLED -> RequestedState.CANCELLED;
          case DELETED -> RequestedState.DELETED;
          case CLOSED -> RequestedState.CLOSED;
          case UNKNOWN -> throw unknownSymbol("requestedState");
        };
    return new StudyEvent.Applied(time, study.getIncarnation(), requested, spec(study, known));
  }

  /** The spec in a record, or the known one when the record has no definition. */
  private static StudySpec spec(Study study, Optional<StudySpec> known) {
    if (study.getDefinition().isBlank() && known.isPresent()) {
      return known.get();
    }
    Validated<StudySpec> read = Definitions.read(study.getDefinition());
    if (!read.isValid()) {
      throw new PoisonRecord(
          "the definition of study "
              + study.getStudy()
              + " is invalid: "
              + read.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")));
    }
    StudySpec spec = read.orElseThrow();
    if (!spec.study().equals(study.getStudy())) {
      throw new PoisonRecord(
          "the definition is that of study '"
              + spec.study()
              + "', the record is about '"
              + study.getStudy()
              + "'; use one name");
    }
    return spec;
  }

  /** The last report that an end repeats; empty when it repeats none. */
  private static Optional<LastReport> last(
      long resource, Map<String, MetricValue> values, Optional<StudySpec> known) {
    return resource < 1
        ? Optional.empty()
        : known.map(spec -> new LastReport(resource, metric(values, spec)));
  }

  private static Optional<LastAttempt> lastAttempt(
      io.flexhb.avro.LastAttempt last, Optional<StudySpec> known) {
    if (last == null) {
      return Optional.empty();
    }
    return Optional.of(
        new LastAttempt(
            new AttemptRef(last.getIncarnation(), last.getTrial(), last.getAttempt()),
            endReason(last.getReason()),
            message(last.getMessage()),
            last(last.getResource(), last.getValues(), known)));
  }

  private static StudyEvent workAsked(WorkRequest request, long time, Optional<StudySpec> known) {
    List<SuspendedTrial> holding = new ArrayList<>(request.getHolding().size());
    for (io.flexhb.avro.Holding held : request.getHolding()) {
      holding.add(new SuspendedTrial(held.getTrial(), held.getResource()));
    }
    if (request.getAskSequence() < 0) {
      throw new PoisonRecord("askSequence must be >= 0, was " + request.getAskSequence());
    }
    return new StudyEvent.WorkAsked(
        time,
        Optional.ofNullable(request.getIncarnation()),
        slot(request.getWorker(), request.getSlot()),
        request.getAskSequence(),
        holding,
        lastAttempt(request.getLastAttempt(), known));
  }

  private static StudyEvent trialEvent(TrialEvent event, long time, Optional<StudySpec> known) {
    switch (event.getKind()) {
      case LEASE_CHECK:
        return new StudyEvent.LeaseExpired(time, lease(event));
      case UNKNOWN:
        throw unknownSymbol("kind");
      default:
        break;
    }
    AttemptRef attempt =
        new AttemptRef(event.getIncarnation(), event.getTrial(), event.getAttempt());
    SlotId slot = slot(event.getWorker(), event.getSlot());
    String seen = event.getCommandSeen();
    return switch (event.getKind()) {
      case STARTED -> new StudyEvent.AttemptStarted(time, attempt, slot, seen);
      case HEARTBEAT -> new StudyEvent.Heartbeat(time, attempt, slot, seen);
      case METRICS ->
          new StudyEvent.Reported(
              time,
              attempt,
              slot,
              seen,
              event.getResource(),
              unusable(event)
                  .or(() -> betweenSteps(event))
                  .or(() -> known.map(spec -> metric(event.getValues(), spec)))
                  .orElseGet(Metric.Missing::new),
              CheckpointCodec.fromWire(event.getCheckpoint()));
      case CHECKPOINT ->
          new StudyEvent.CheckpointSaved(
              time,
              attempt,
              slot,
              seen,
              CheckpointCodec.fromWire(event.getCheckpoint())
                  .orElseThrow(
                      () -> new PoisonRecord("a CHECKPOINT without a checkpoint; send one")));
      case ENDED ->
          new StudyEvent.AttemptEnded(
              time,
              attempt,
              slot,
              seen,
              endReason(event.getEndReason()),
              message(event.getMessage()),
              last(event.getResource(), event.getValues(), known));
      case LEASE_CHECK, UNKNOWN -> throw new AssertionError(event.getKind());
    };
  }

  /**
   * An unusable report, which is on the DLQ, in the form that the engine gets: with its attempt and
   * resource, without the unusable content. It is journaled in this form, and gives the same event
   * in a replay.
   */
  public static TrialEvent unusable(TrialEvent report, String reason) {
    TrialEvent rest = new TrialEvent();
    rest.setStudy(report.getStudy());
    rest.setIncarnation(report.getIncarnation());
    rest.setTrial(report.getTrial());
    rest.setAttempt(report.getAttempt());
    rest.setWorker(report.getWorker());
    rest.setSlot(report.getSlot());
    rest.setCommandSeen(report.getCommandSeen());
    rest.setKind(TrialEventKind.METRICS);
    rest.setResource(report.getResource());
    rest.setValues(Map.of());
    rest.setMessage(message(reason));
    rest.setSentAt(report.getSentAt());
    return rest;
  }

  private static Optional<Metric> unusable(TrialEvent report) {
    return report.getValues().isEmpty() && !report.getMessage().isEmpty()
        ? Optional.of(new Metric.Unusable(report.getMessage()))
        : Optional.empty();
  }

  private static Optional<Metric> betweenSteps(TrialEvent report) {
    String resource = report.getReportedResource();
    if (resource == null) {
      return Optional.empty();
    }
    if (!NUMBER.matcher(resource).matches()) {
      throw new PoisonRecord(
          "reportedResource is not a decimal number such as 0.25; send one, or null");
    }
    return Optional.of(new Metric.BetweenSteps(new BigDecimal(resource)));
  }

  /** The value of the study's objective. */
  static Metric metric(Map<String, MetricValue> values, StudySpec spec) {
    String name = spec.objective().metric();
    MetricValue value = values.get(name);
    if (value == null) {
      return new Metric.Missing();
    }
    return switch (value.getStatus()) {
      case FINITE -> {
        if (value.getValue() == null) {
          throw new PoisonRecord("metric " + name + " is FINITE but has no value");
        }
        yield Metric.of(value.getValue());
      }
      case NAN -> new Metric.NotFinite("NaN");
      case POSITIVE_INFINITY -> new Metric.NotFinite("Infinity");
      case NEGATIVE_INFINITY -> new Metric.NotFinite("-Infinity");
      case UNKNOWN -> throw unknownSymbol("values." + name + ".status");
    };
  }

  /**
   * The message, shortened to the protocol's limit; the end of an error's output is the most
   * informative.
   */
  private static String message(String message) {
    int surplus = message.length() - MOST_MESSAGE;
    return surplus <= 0 ? message : "... " + message.substring(surplus);
  }

  private static EndReason endReason(io.flexhb.avro.EndReason reason) {
    if (reason == null) {
      throw new PoisonRecord("an ENDED without an endReason; send one");
    }
    return switch (reason) {
      case FAILED -> EndReason.FAILED;
      case PREEMPTED -> EndReason.PREEMPTED;
      case CHECKPOINT_LOST -> EndReason.CHECKPOINT_LOST;
      case RELEASED -> EndReason.RELEASED;
      case CONVERGED -> EndReason.CONVERGED;
      case INFEASIBLE -> EndReason.INFEASIBLE;
      case UNKNOWN -> throw unknownSymbol("endReason");
    };
  }

  /**
   * The lease of a LEASE_CHECK.
   *
   * @throws PoisonRecord when it names none
   */
  public static LeaseKey lease(TrialEvent check) {
    LeaseCheck lease = check.getLease();
    if (lease == null) {
      throw new PoisonRecord("a LEASE_CHECK without a lease; only the tuner writes these");
    }
    return switch (lease.getKind()) {
      case ATTEMPT -> new LeaseKey.OfAttempt(check.getTrial(), check.getAttempt());
      case SLOT -> new LeaseKey.OfSlot(slot(check.getWorker(), check.getSlot()));
      case SUGGESTION -> new LeaseKey.OfSuggestion(lease.getRequest());
      case STUDY -> new LeaseKey.OfStudy();
      case UNKNOWN -> throw unknownSymbol("lease.kind");
    };
  }

  private static StudyEvent suggestion(
      SuggestionResult result, long time, Optional<StudySpec> known) {
    return switch (result.getSource()) {
      case SAMPLER -> {
        if (result.getIncarnation() == null) {
          throw new PoisonRecord("a SAMPLER result names the incarnation it was made for");
        }
        yield new StudyEvent.SuggestionArrived(
            time,
            result.getIncarnation(),
            result.getRequest(),
            ConfigurationCodec.fromWire(result.getCandidates()),
            result.getSnapshotVersion(),
            Collections.unmodifiableSortedMap(new TreeMap<>(result.getExplanation())));
      }
      case ENQUEUED -> {
        requireFew(result);
        yield new StudyEvent.Enqueued(
            time,
            Optional.ofNullable(result.getIncarnation()),
            ConfigurationCodec.fromWire(result.getCandidates()),
            result.getReplicate(),
            FILL_BY_DRAWS.equals(result.getExplanation().get(FILL)));
      }
      case IMPORTED -> ImportCodec.event(result, time, known);
      case UNKNOWN -> throw unknownSymbol("source");
    };
  }

  /** Checks the number of trials: a few bytes can request more than a heap holds. */
  private static void requireFew(SuggestionResult enqueued) {
    long trials = (long) enqueued.getCandidates().size() * Math.max(1, enqueued.getReplicate());
    if (trials > MOST_ENQUEUED) {
      throw new PoisonRecord(
          "enqueues "
              + trials
              + " trials (candidates times replicate); send at most "
              + MOST_ENQUEUED
              + " with one record");
    }
  }

  private static SlotId slot(String worker, int slot) {
    if (!Ids.isValid(worker)) {
      throw new PoisonRecord(
          "worker id '" + worker + "': use 1 to 100 of the characters A-Z a-z 0-9 . _ -");
    }
    if (slot < 0) {
      throw new PoisonRecord("slot of worker " + worker + " must be >= 0, was " + slot);
    }
    return new SlotId(worker, slot);
  }

  private static PoisonRecord unknownSymbol(String field) {
    return new PoisonRecord(
        field + " is not set, or was written by a newer version; upgrade the tuner first");
  }
}
