package io.flexhb.standalone.demo;

import io.flexhb.avro.JournalReason;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.standalone.view.Screen;
import io.flexhb.standalone.view.StudyView;
import io.flexhb.standalone.view.StyledLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The live view: a redrawn block on a terminal, one line per noteworthy event elsewhere. */
final class DemoView {

  /** Rules that get a line when nothing can be redrawn; grants and boundaries are too many. */
  private static final Set<String> NOTEWORTHY =
      Set.of("study", "flexband", "hyperband", "complete", "failure");

  /** Not shown: a suggestion appears as the trial that it becomes. */
  private static final String SUGGESTION = "suggestion";

  private static final double SECONDS_BETWEEN_LINES = 2;
  private static final int NEWS = 3;
  private static final int BRACKETS = 8;

  private final Screen screen;
  private final int workers;
  private final List<String> latest = new ArrayList<>();
  private final Countdown countdown = new Countdown();
  private double nextLine;
  private double lastSeconds;
  private long lastEvents;

  DemoView(Screen screen, int workers) {
    this.screen = screen;
    this.workers = workers;
  }

  void say(String line) {
    screen.print(line);
  }

  void show(DemoProgress progress) {
    if (progress.state().isEmpty()) {
      return;
    }
    if (screen.isTerminal()) {
      draw(progress.state().get(), progress);
    } else {
      print(progress.state().get(), progress);
    }
  }

  private void draw(StudyState state, DemoProgress progress) {
    for (JournalReason reason : progress.reasons()) {
      if (!reason.getRule().equals(SUGGESTION)) {
        latest.add("  " + describe(reason));
      }
    }
    while (latest.size() > NEWS) {
      latest.remove(0);
    }
    List<StyledLine> lines = new ArrayList<>();
    lines.add(new StyledLine(StyledLine.Tone.HEAD, headline(state, progress)));
    countdown
        .line(state, progress.seconds(), screen.columns())
        .ifPresent(bar -> lines.add(new StyledLine(StyledLine.Tone.PROGRESS, bar)));
    List<String> brackets = StudyView.brackets(state);
    add(
        lines,
        StyledLine.Tone.NORMAL,
        brackets.subList(Math.max(0, brackets.size() - BRACKETS), brackets.size()));
    add(lines, StyledLine.Tone.NORMAL, List.of(StudyView.counts(state), StudyView.resource(state)));
    add(lines, StyledLine.Tone.GOOD, List.of(StudyView.describeBest(state)));
    add(lines, StyledLine.Tone.PASSING, latest);
    screen.draw(lines);
    remember(progress);
  }

  private static void add(List<StyledLine> lines, StyledLine.Tone tone, List<String> texts) {
    texts.forEach(text -> lines.add(new StyledLine(tone, text)));
  }

  private void print(StudyState state, DemoProgress progress) {
    for (JournalReason reason : progress.reasons()) {
      if (NOTEWORTHY.contains(reason.getRule()) || reason.getText().startsWith("revived")) {
        say("%6.1f s  %s".formatted(progress.seconds(), describe(reason)));
      }
    }
    if (progress.seconds() >= nextLine) {
      say("%6.1f s  %s".formatted(progress.seconds(), StudyView.counts(state)));
      nextLine = progress.seconds() + SECONDS_BETWEEN_LINES;
      remember(progress);
    }
  }

  /** The decision, with its trial unless the text already begins with it. */
  static String describe(JournalReason reason) {
    String trial = "trial " + reason.getTrial() + " ";
    boolean named = reason.getTrial() < 0 || reason.getText().startsWith(trial);
    return named ? reason.getText() : trial + reason.getText();
  }

  private String headline(StudyState state, DemoProgress progress) {
    double seconds = progress.seconds() - lastSeconds;
    double rate = seconds <= 0 ? 0 : (progress.events() - lastEvents) / seconds;
    String budget =
        state.spec().limits().budget().isPresent()
            ? "%s of %s %s granted"
                .formatted(
                    state.spec().shown(state.budget().spent()),
                    state.spec().shown(state.spec().limits().budget().getAsLong()),
                    state.spec().unit())
            : "%s %s granted"
                .formatted(state.spec().shown(state.budget().spent()), state.spec().unit());
    return String.format(
        Locale.ROOT,
        "study %s · %s · seed %d · %d workers · %s · %d epochs trained · %.0f events/s · %.1f s",
        state.spec().study(),
        state.spec().method().preset(),
        state.spec().seed(),
        workers,
        budget,
        progress.epochs(),
        rate,
        progress.seconds());
  }

  private void remember(DemoProgress progress) {
    lastSeconds = progress.seconds();
    lastEvents = progress.events();
  }
}
