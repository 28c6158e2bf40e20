package io.flexhb.core.study.state;

import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Text;
import io.vavr.collection.HashMap;
import io.vavr.collection.TreeSet;
import io.vavr.collection.Vector;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Splits a state into parts for a store and assembles it again, with every derived index. */
final class Restoration {

  private Restoration() {}

  static StudyHeader header(StudyState s) {
    return new StudyHeader(
        s.spec(),
        s.incarnation(),
        s.status(),
        s.statusReason(),
        s.createdAt(),
        s.sequence(),
        s.slotTable().nextOrder(),
        s.suggestions(),
        s.budget(),
        s.exhausted(),
        s.loopSources(),
        s.weightHorizon(),
        s.failing(),
        s.reopened(),
        s.imports());
  }

  static StudyState assemble(
      StudyHeader header, List<Trial> trials, List<Bracket> brackets, List<Slot> slots) {
    requireNumbered(header, trials.stream().mapToInt(Trial::number).toArray(), "trial");
    requireNumbered(header, brackets.stream().mapToInt(Bracket::number).toArray(), "bracket");
    return new StudyState(
        header.spec(),
        header.incarnation(),
        header.status(),
        header.statusReason(),
        header.createdAt(),
        header.sequence(),
        Vector.ofAll(trials),
        Vector.ofAll(brackets),
        openBrackets(brackets),
        pools(header.spec().method(), trials, brackets),
        AsynchronousRungs.of(header.spec(), header.status(), trials, brackets::get),
        means(header.spec(), trials),
        ready(trials),
        slotTable(slots, header.nextParkingOrder()),
        header.suggestions(),
        header.budget(),
        measured(header.spec(), trials, header.imports()),
        configurations(trials, header.suggestions()),
        best(header.spec(), trials),
        header.exhausted(),
        header.loopSources(),
        header.weightHorizon(),
        header.failing(),
        header.reopened(),
        header.imports());
  }

  private static void requireNumbered(StudyHeader header, int[] numbers, String what) {
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != i) {
        throw new IllegalStateException(
            Text.of("study %s is incomplete: %s %d is missing", header.spec().study(), what, i));
      }
    }
  }

  private static TreeSet<Integer> openBrackets(List<Bracket> brackets) {
    return TreeSet.ofAll(brackets.stream().filter(b -> !b.closed()).map(Bracket::number).toList());
  }

  private static Pools pools(Method method, List<Trial> trials, List<Bracket> brackets) {
    Pools pools = Pools.none(method);
    for (Trial trial : trials) {
      if (trial.status() == TrialStatus.STOPPED) {
        long level = brackets.get(trial.bracket()).plan().rungs().get(trial.rung()).resource();
        Ranked ranked = trial.rankedAt(level);
        pools = pools.with(level, ranked);
      }
    }
    return pools;
  }

  private static RunningMeans means(StudySpec spec, List<Trial> trials) {
    RunningMeans means = RunningMeans.NONE;
    for (Trial trial : trials) {
      if (trial.status() == TrialStatus.COMPLETED) {
        means = means.with(spec, trial);
      }
    }
    return means;
  }

  private static TreeSet<StudyState.Ready> ready(List<Trial> trials) {
    return TreeSet.ofAll(
        trials.stream()
            .filter(t -> t.status() == TrialStatus.PENDING)
            .map(t -> new StudyState.Ready(t.bracket(), t.number()))
            .toList());
  }

  private static SlotTable slotTable(List<Slot> slots, long nextOrder) {
    SlotTable slotTable = SlotTable.EMPTY;
    for (Slot slot : slots) {
      slotTable = slot.isParked() ? slotTable.park(slot) : slotTable.occupy(slot);
    }
    return new SlotTable(slotTable.slots(), slotTable.parked(), nextOrder);
  }

  private static MeasuredTrials measured(StudySpec spec, List<Trial> trials, Imports imports) {
    MeasuredTrials measured = MeasuredTrials.none(spec.ladder().rungLevels());
    for (Trial trial : trials) {
      measured = measured.with(trial.number(), trial.levels(), trial.levels());
    }
    for (ImportedConfiguration known : imports.configurations()) {
      measured = measured.with(known.dataNumber(), known.levels(), known.levels());
    }
    return measured;
  }

  private static HashMap<String, Integer> configurations(
      List<Trial> trials, Suggestions suggestions) {
    HashMap<String, Integer> counts = HashMap.empty();
    for (Trial trial : trials) {
      counts = counts.put(trial.configuration().canonical(), 1, Integer::sum);
    }
    for (Configuration enqueued : suggestions.enqueued()) {
      counts = counts.put(enqueued.canonical(), 1, Integer::sum);
    }
    return counts;
  }

  private static Optional<StudyState.Best> best(StudySpec spec, List<Trial> trials) {
    return trials.stream()
        .filter(t -> t.status() == TrialStatus.COMPLETED)
        .map(
            t ->
                new StudyState.Best(
                    t.number(), t.valueAt(spec.ladder().maxResource()).orElseThrow()))
        .min(Comparator.naturalOrder());
  }
}
