package io.flexhb.standalone.cli.study;

import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudyPlan;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.standalone.cli.output.ValueFormat;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The plan of a study, as text and as JSON. */
final class PlanText {

  private PlanText() {}

  static Map<String, Object> tree(StudySpec spec) {
    StudyPlan plan = StudyPlan.of(spec);
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", spec.study());
    tree.put("sampler", spec.method().sampler());
    tree.put("promotion", lower(spec.method().promotion()));
    tree.put("stopping", lower(spec.method().stopping()));
    if (!spec.objective().strategy().isLast()) {
      tree.put("strategy", spec.objective().strategy().toString());
    }
    tree.put("brackets", plan.brackets().stream().map(b -> tree(b, spec.step())).toList());
    tree.put("rungLevels", amounts(plan.rungLevels(), spec.step()));
    tree.put("fidelityLevels", amounts(plan.fidelityLevels(), spec.step()));
    tree.put("trialsPerLoop", plan.trialsPerLoop());
    tree.put("costPerLoop", spec.step().number(plan.costWithResume()));
    tree.put("costPerLoopWithoutCheckpoints", spec.step().number(plan.costWithoutResume()));
    plan.spending().ifPresent(spending -> tree.put("budget", tree(spending, spec.step())));
    plan.configurations().ifPresent(n -> tree.put("configurations", n));
    return tree;
  }

  static void print(StudySpec spec, PrintWriter out) {
    StudyPlan plan = StudyPlan.of(spec);
    out.printf(
        "study %s: %s (sampler %s, brackets %s, promotion %s, stopping %s)%n",
        spec.study(),
        spec.method().preset(),
        spec.method().sampler(),
        lower(spec.method().brackets()),
        lower(spec.method().promotion()),
        lower(spec.method().stopping()));
    if (!spec.objective().strategy().isLast()) {
      out.printf(
          "%s at a level: %s (objective.strategy: %s)%n",
          spec.objective().metric(),
          spec.objective().strategy().described(),
          spec.objective().strategy());
    }
    out.println("brackets of one loop (trials@" + spec.unit() + "):");
    List<BracketPlan> brackets = plan.brackets();
    for (int i = 0; i < brackets.size(); i++) {
      out.printf("  %d: %s%n", i, brackets.get(i).text(spec.step()));
    }
    out.println("fidelity levels: " + amounts(plan.fidelityLevels(), spec.step()));
    out.printf(
        "cost of one loop: %d new trials, %s %s with checkpoints, %s without%n",
        plan.trialsPerLoop(),
        spec.shown(plan.costWithResume()),
        spec.unit(),
        spec.shown(plan.costWithoutResume()));
    if (spec.isAsynchronous()) {
      out.println(
          "promotion asha waits for no rung: how many trials go on, and so the cost, is about"
              + " that");
    }
    if (spec.method().stopping() != Method.Stopping.NONE) {
      out.println(
          "stopping "
              + lower(spec.method().stopping())
              + " ends trials between rungs: a loop costs at most that");
    }
    spec.limits()
        .budget()
        .ifPresent(
            budget ->
                out.println(
                    "budget: "
                        + spec.shown(budget)
                        + " = "
                        + ValueFormat.number((double) budget / plan.costWithResume())
                        + " loops"
                        + plan.spending()
                            .map(spending -> spent(spending, spec.step()))
                            .orElse("")));
    plan.configurations().ifPresent(n -> out.println("configurations in the search space: " + n));
  }

  private static String spent(StudyPlan.Spending spending, ResourceStep step) {
    String smaller =
        spending.smaller().stream()
            .map(bracket -> "; made smaller: " + bracket.text(step))
            .collect(Collectors.joining());
    return ": "
        + spending.whole()
        + " brackets in full"
        + smaller
        + "; left: "
        + step.text(spending.left());
  }

  private static Map<String, Object> tree(StudyPlan.Spending spending, ResourceStep step) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("wholeBrackets", spending.whole());
    tree.put("smallerBrackets", spending.smaller().stream().map(b -> tree(b, step)).toList());
    tree.put("left", step.number(spending.left()));
    return tree;
  }

  private static List<Map<String, Number>> tree(BracketPlan bracket, ResourceStep step) {
    return bracket.rungs().stream()
        .map(r -> Map.<String, Number>of("trials", r.n(), "resource", step.number(r.resource())))
        .toList();
  }

  private static List<Number> amounts(List<Long> levels, ResourceStep step) {
    return levels.stream().map(step::number).toList();
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
