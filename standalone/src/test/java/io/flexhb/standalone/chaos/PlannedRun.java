package io.flexhb.standalone.chaos;

import io.flexhb.standalone.it.Await;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Changes that an operator plans, while trainers report: tuners restarted one after the other,
 * scaled from one to three and back, and all stopped and started as for another version. Watches
 * decisions and what tuners say of themselves meanwhile, and audits the topics at the end.
 */
final class PlannedRun implements AutoCloseable {

  /** How long a tuner that is told to end may call itself ready: the signal is on its way. */
  private static final Duration SIGNAL = Duration.ofMillis(500);

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final PlannedChanges plan;
  private final PrintStream out;
  private final PlannedResult result;
  private final Installation installation;
  private final Map<Part, ReadyWatch> ready = new LinkedHashMap<>();
  private final List<Part> living = new ArrayList<>();
  private final List<Absence> absences = new ArrayList<>();
  private final long begin = System.currentTimeMillis();

  /** A tuner that was told to end, was gone, and was started again. */
  private static final class Absence {
    private final Part tuner;
    private final long told = System.currentTimeMillis();
    private long gone = Long.MAX_VALUE;
    private long started = Long.MAX_VALUE;

    private Absence(Part tuner) {
      this.tuner = tuner;
    }
  }

  private PlannedRun(PlannedChanges plan, Path folder, PrintStream out) {
    this.plan = plan;
    this.out = out;
    this.result = new PlannedResult(plan.longestGap());
    this.installation = new Installation(folder, plan.installation());
  }

  /**
   * Runs to the end.
   *
   * @param folder for data and logs, empty
   * @param out told of each change as it happens
   */
  static PlannedResult of(PlannedChanges plan, Path folder, PrintStream out) {
    try (PlannedRun run = new PlannedRun(plan, folder, out)) {
      run.go();
      return run.result;
    }
  }

  private void go() {
    List<Part> tuners = installation.tuners();
    living.addAll(tuners.subList(0, 2));
    installation.start(List.copyOf(living));
    tuners.forEach(t -> ready.put(t, new ReadyWatch(t.name(), installation.pages(t))));
    try (GroupWatch group = new GroupWatch(installation);
        DecisionWatch decisions = new DecisionWatch(installation)) {
      settle(group, decisions, begin);
      Await.pause(plan.pause());
      say("%d studies are decided on, of two tuners", plan.installation().studies());
      for (int i = 0; i < plan.rounds(); i++) {
        for (Part tuner : List.copyOf(living)) {
          change("restart " + tuner.name(), group, decisions, () -> restart(tuner));
        }
      }
      scale(1, group, decisions);
      scale(3, group, decisions);
      scale(1, group, decisions);
      change("stop all, start again", group, decisions, this::anotherVersion);
      end(decisions);
    }
    say("auditing %d decisions", result.decisions());
    result.audit(installation);
  }

  private void scale(int number, GroupWatch group, DecisionWatch decisions) {
    String name = "scale from " + living.size() + " to " + number;
    change(
        name,
        group,
        decisions,
        () -> {
          while (living.size() > number) {
            stop(living.get(living.size() - 1));
          }
          for (Part tuner : installation.tuners()) {
            if (living.size() < number && !living.contains(tuner)) {
              start(tuner);
            }
          }
          return true;
        });
  }

  private boolean restart(Part tuner) {
    stop(tuner);
    start(tuner);
    return true;
  }

  /** Nobody decides for a while; returns that. */
  private boolean anotherVersion() {
    List<Part> before = List.copyOf(living);
    before.forEach(this::stop);
    Await.pause(plan.away());
    before.forEach(this::start);
    return false;
  }

  private void stop(Part tuner) {
    Absence absence = new Absence(tuner);
    absences.add(absence);
    living.remove(tuner);
    tuner.terminate();
    absence.gone = System.currentTimeMillis();
    result.drained(Duration.ofMillis(absence.gone - absence.told));
  }

  private void start(Part tuner) {
    absences.stream()
        .filter(a -> a.tuner == tuner && a.started == Long.MAX_VALUE)
        .forEach(a -> a.started = System.currentTimeMillis());
    tuner.start();
    living.add(tuner);
  }

  /**
   * @param steps does it; returns whether some tuner decides throughout
   */
  private void change(
      String name, GroupWatch group, DecisionWatch decisions, BooleanSupplier steps) {
    long from = System.currentTimeMillis();
    boolean decided = steps.getAsBoolean();
    Duration taken = settle(group, decisions, System.currentTimeMillis());
    Await.pause(plan.pause());
    long to = System.currentTimeMillis();
    Duration gap = decisions.longestGap(from - 1_000, to);
    result.changed(name, gap, taken, decided);
    say(
        "%-24s longest gap %.1f s; ready and shared out %.1f s after the last start",
        name, gap.toMillis() / 1000.0, taken.toMillis() / 1000.0);
    lookAfter(group);
  }

  /**
   * Returns once all living tuners say that they are ready, have partitions, and every study is
   * decided on; and how long that took.
   */
  private Duration settle(GroupWatch group, DecisionWatch decisions, long since) {
    List<String> names = living.stream().map(Part::name).toList();
    Await.until(
        () -> "tuners " + names + " are not ready; the group: " + group.shares(),
        PATIENCE,
        () ->
            living.stream().allMatch(tuner -> ready.get(tuner).isReadySince(since))
                && group.isSharedBy(names));
    Duration taken = Duration.ofMillis(System.currentTimeMillis() - since);
    if (decisions.recovered(System.currentTimeMillis(), PATIENCE).isEmpty()) {
      result.violation("tuners " + names + " are ready and do not decide on every study");
    }
    return taken;
  }

  /** Processes that ended by themselves, and tuners that called themselves what they are not. */
  private void lookAfter(GroupWatch group) {
    for (Part part : installation.all()) {
      boolean wanted = !installation.tuners().contains(part) || living.contains(part);
      if (wanted && !part.isAlive()) {
        result.violation(part.name() + " ended by itself: " + part.log().end(3));
      }
    }
    List<String> names = living.stream().map(Part::name).toList();
    if (!group.isSharedBy(names)) {
      result.violation("partitions moved again after a change: " + group.shares());
    }
  }

  private void end(DecisionWatch decisions) {
    installation.workers().forEach(Part::kill);
    Await.pause(Duration.ofSeconds(2));
    tellLies(decisions);
    List.copyOf(living).forEach(this::stop);
    result.counted(decisions.decisions(), Duration.ofMillis(System.currentTimeMillis() - begin));
    decisions.losses().forEach(loss -> result.violation("an attempt was lost: " + loss));
  }

  /** Each answer of {@code /readyz} against what the tuner was at that moment. */
  private void tellLies(DecisionWatch decisions) {
    for (Absence absence : absences) {
      ReadyWatch watch = ready.get(absence.tuner);
      watch.within(absence.told + SIGNAL.toMillis(), absence.started).stream()
          .filter(sample -> sample.answer() == ReadyWatch.Answer.READY)
          .forEach(
              lie ->
                  result.violation(
                      absence.tuner.name() + " calls itself ready while it ends: " + lie));
      watch.within(absence.gone, absence.started).stream()
          .filter(sample -> sample.answer() != ReadyWatch.Answer.NONE)
          .forEach(lie -> result.violation(absence.tuner.name() + " is gone and answers: " + lie));
    }
    ready.values().forEach(watch -> result.asked(watch.within(0, Long.MAX_VALUE)));
    result.gapWhileReady(new ReadyTimes(ready.values()).longestGap(decisions));
  }

  private void say(String format, Object... values) {
    out.printf(
        "%7.1f s  %s%n",
        (System.currentTimeMillis() - begin) / 1000.0, String.format(format, values));
    out.flush();
  }

  @Override
  public void close() {
    ready.values().forEach(ReadyWatch::close);
    installation.close();
  }
}
