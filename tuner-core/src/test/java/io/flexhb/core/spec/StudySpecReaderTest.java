package io.flexhb.core.spec;

import static io.flexhb.core.spec.StudyTrees.map;
import static io.flexhb.core.spec.StudyTrees.smallest;
import static io.flexhb.core.spec.StudyTrees.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.schedule.HyperBand;
import io.flexhb.core.space.BooleanParameter;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Condition;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudySpecReaderTest {

  @Test
  void shouldFillInTheDefaults() {
    StudySpec spec = StudySpecReader.read(smallest()).orElseThrow();

    assertThat(spec.study()).isEqualTo("mnist");
    assertThat(spec.objective()).isEqualTo(new Objective("error", Objective.Direction.MINIMIZE));
    assertThat(spec.ladder().eta()).isEqualTo(3);
    assertThat(spec.ladder().minResource()).isEqualTo(1);
    assertThat(spec.seed()).isZero();
    assertThat(spec.fidelityLevels()).containsExactly(1L, 3L, 6L, 9L, 12L, 15L, 18L, 21L, 24L, 27L);
    assertThat(spec.patience()).isEqualTo(Patience.DEFAULT);
    Method method = spec.method();
    assertThat(method.preset()).isEqualTo("flexhb");
    assertThat(method.sampler()).isEqualTo("fgf");
    assertThat(method.brackets()).isEqualTo(Method.Brackets.FLEXBAND);
    assertThat(method.promotion()).isEqualTo(Method.Promotion.GLOSH);
    assertThat(method.sizing()).isEqualTo(HyperBand.Sizing.FLOOR);
    assertThat(method.lambdas()).containsExactly(1.0 / 3, 0.5, 1.0, 0.0);
    assertThat(method.switches()).containsOnly(Map.entry("budget.tail", "plan"));
    assertThat(method.flexBand())
        .isEqualTo(
            new Method.FlexBandOptions(FlexBand.Decide.BRACKET, FlexBand.WarmUp.PAIR, 25, 0.55));
  }

  /** A value that nothing looks at is not kept; who wants it kept says so. */
  @ParameterizedTest
  @CsvSource({
    "hyperband, none, '', false",
    "asha, none, '', false",
    "bohb, none, '', false",
    "mfes-hb, none, '', false",
    "smac, none, '', false",
    "hyperband, median, '', true",
    "boms, median, '', true",
    "tse, none, '', true",
    "flexhb, none, '', true",
    "flexhb-joint, none, '', true",
    "flexhb, none, rungs, false",
    "hyperband, none, uniform, true"
  })
  void shouldKeepValuesBetweenRungsWhereSomethingLooksAtThem(
      String algorithm, String stopping, String levels, boolean between) {
    Map<String, Object> tree = with("algorithm", algorithm);
    tree.put("stopping", stopping);
    if (!levels.isEmpty()) {
      tree.put("switches", map("fgf.levels", levels));
    }

    StudySpec spec = StudySpecReader.read(tree).orElseThrow();

    assertThat(spec.fidelityLevels())
        .containsExactlyElementsOf(
            between
                ? List.of(1L, 3L, 6L, 9L, 12L, 15L, 18L, 21L, 24L, 27L)
                : List.of(1L, 3L, 9L, 27L));
  }

  @Test
  void shouldReadEveryTypeOfParameter() {
    StudySpec spec =
        StudySpecReader.read(
                with(
                    "space",
                    map(
                        "lr", map("type", "double", "low", 1e-4, "high", 1, "log", true),
                        "dropout", map("type", "double", "low", 0, "high", 0.5, "step", 0.1),
                        "units", map("type", "int", "low", 8, "high", 128, "step", 8),
                        "batch", map("type", "ordinal", "values", List.of(8, 16, 32)),
                        "opt", map("type", "categorical", "choices", List.of("sgd", "adam")),
                        "nest",
                            map(
                                "type",
                                "boolean",
                                "activeWhen",
                                map("parameter", "opt", "values", List.of("sgd"))))))
            .orElseThrow();

    assertThat(spec.space().parameters())
        .containsExactly(
            DoubleParameter.log("lr", 1e-4, 1),
            new DoubleParameter("dropout", 0, 0.5, false, Optional.of(0.1), Optional.empty()),
            new IntParameter("units", 8, 128, false, 8, Optional.empty()),
            OrdinalParameter.of("batch", 8, 16, 32),
            CategoricalParameter.of("opt", "sgd", "adam"),
            new BooleanParameter("nest", Optional.of(Condition.when("opt", "sgd"))));
  }

  @Test
  void shouldReadLimitsAndPatience() {
    Map<String, Object> tree =
        with(
            "limits",
            map("budget", 342, "trials", 100, "loops", 2, "deadline", "1h30m", "target", 0.02));
    tree.put("trial", map("maxAttempts", 5, "lease", "10s", "startTimeout", "2m", "wait", "500ms"));
    tree.put("suggestion", map("timeout", "3s"));

    StudySpec spec = StudySpecReader.read(tree).orElseThrow();

    assertThat(spec.limits().budget()).hasValue(342);
    assertThat(spec.limits().trials()).hasValue(100);
    assertThat(spec.limits().loops()).hasValue(2);
    assertThat(spec.limits().deadlineMillis()).hasValue(5_400_000);
    assertThat(spec.limits().target()).hasValue(0.02);
    assertThat(spec.patience()).isEqualTo(new Patience(5, 10_000, 120_000, 500, 600_000, 3_000));
  }

  @Test
  void shouldTakeThePresetsSwitchesWhereTheyHaveAnEffect() {
    Map<String, Object> tree = with("algorithm", "flexhb-paper");

    Method paper = StudySpecReader.read(tree).orElseThrow().method();
    assertThat(paper.flexBand().decide()).isEqualTo(FlexBand.Decide.LOOP);
    assertThat(paper.flexBand().warmUp()).isEqualTo(FlexBand.WarmUp.ALL);
    assertThat(paper.switches()).containsEntry("fgf.pK", "literal").containsEntry("fusion", "gpoe");

    tree.put("brackets", "hyperband");
    tree.put("sampler", "random");
    Method ablation = StudySpecReader.read(tree).orElseThrow().method();
    assertThat(ablation.switches()).containsOnlyKeys("fgf.levels", "budget.tail");
    assertThat(ablation.promotion()).isEqualTo(Method.Promotion.GLOSH);
  }

  @Test
  void shouldLetExplicitSwitchesWin() {
    Map<String, Object> tree =
        with(
            "switches",
            map(
                "bracket.sizing",
                "ceil",
                "glosh.lambda",
                List.of(0.33, 0.5, 1),
                "glosh.pool.max",
                100,
                "flexband.threshold",
                0.7,
                "flexband.warmup.trials",
                10,
                "fgf.levels",
                List.of(1, 3, 9, 27),
                "fgf.targets",
                "z"));

    StudySpec spec = StudySpecReader.read(tree).orElseThrow();

    assertThat(spec.method().sizing()).isEqualTo(HyperBand.Sizing.CEIL);
    assertThat(spec.method().lambdas()).containsExactly(0.33, 0.5, 1.0, 0.0);
    assertThat(spec.method().poolMax()).hasValue(100);
    assertThat(spec.method().flexBand().threshold()).isEqualTo(0.7);
    assertThat(spec.method().flexBand().warmUpTrials()).isEqualTo(10);
    assertThat(spec.fidelityLevels()).containsExactly(1L, 3L, 9L, 27L);
    assertThat(spec.method().switches())
        .containsEntry("glosh.lambda", "0.33,0.5,1.0")
        .containsEntry("fgf.levels", "1,3,9,27")
        .containsEntry("fgf.targets", "z");
  }

  @Test
  void shouldTrainEveryTrialToTheEndWithoutBrackets() {
    StudySpec spec = StudySpecReader.read(with("brackets", "none")).orElseThrow();

    assertThat(spec.method().promotion()).isEqualTo(Method.Promotion.SH);
    assertThat(spec.arrangement()).hasSize(1);
    assertThat(spec.arrangement().get(0).startLevel()).isEqualTo(27);
  }

  @Test
  void shouldReportAllProblemsAtOnce() {
    Map<String, Object> tree = smallest();
    tree.remove("objective");
    tree.put("study", "my study");
    tree.put("resource", map("max", "27"));
    tree.put("space", map("lr", map("type", "double", "low", 0, "high", 1, "log", true)));
    tree.put("limits", map());
    tree.put("sampelr", "fgf");

    assertThat(StudySpecReader.read(tree).problems())
        .extracting(Problem::path)
        .containsExactlyInAnyOrder(
            "objective", "study", "resource.max", "space.lr.low", "limits", "sampelr");
  }

  @Test
  void shouldSayWhichKeyWasMeant() {
    assertThat(only(with("sampelr", "fgf")))
        .isEqualTo("sampelr: is unknown; did you mean 'sampler'?");
    assertThat(only(with("space/lr/hihg", 2)))
        .isEqualTo("space.lr.hihg: is unknown; did you mean 'high'?");
    assertThat(only(with("switches/glosh.lamda", List.of(1))))
        .isEqualTo("switches.glosh.lamda: is unknown; did you mean 'glosh.lambda'?");
  }

  @Test
  void shouldRequireTheDirection() {
    assertThat(only(with("objective/direction", null)))
        .isEqualTo("objective.direction: is missing; say minimize or maximize");
    assertThat(only(with("objective/direction", "minimise")))
        .contains("must be minimize or maximize, was 'minimise'; did you mean 'minimize'?");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void shouldRefuseNumbersThatAreNotFinite(double value) {
    assertThat(only(with("space/lr/high", value))).startsWith("space.lr.high: must be finite");
    assertThat(only(with("limits/target", value))).startsWith("limits.target: must be finite");
    assertThat(only(with("resource/max", value)))
        .startsWith("resource.max: must be a whole number");
  }

  @Test
  void shouldRefuseWrongTypes() {
    assertThat(only(with("space/lr/low", "1e-4")))
        .isEqualTo("space.lr.low: must be a number, was '1e-4'");
    assertThat(only(with("study", 5))).isEqualTo("study: must be text; put it in quotes, was 5");
    assertThat(only(with("space/lr/log", "yes")))
        .isEqualTo("space.lr.log: must be true or false, was 'yes'");
    assertThat(only(with("space", List.of())))
        .isEqualTo("space: must be a section with keys of its own, was []");
    assertThat(only(with("resource/max", 27.5)))
        .startsWith("resource.max: must be a whole number, was 27.5; ");
    assertThat(only(with("limits/deadline", 60)))
        .startsWith("limits.deadline: must be a time span with its unit");
    assertThat(only(with("space/lr/type", "float")))
        .startsWith("space.lr.type: must be double or int");
  }

  @Test
  void shouldTakeAWholeNumberWrittenAsAFraction() {
    assertThat(
            StudySpecReader.read(with("resource/max", 27.0)).orElseThrow().ladder().maxResource())
        .isEqualTo(27);
  }

  @Test
  void shouldRefuseAnEmptyValue() {
    Map<String, Object> tree = smallest();
    tree.put("seed", null);

    assertThat(only(tree)).isEqualTo("seed: is empty; give a value or remove the key");
  }

  @Test
  void shouldRefuseDuplicateChoices() {
    assertThat(only(with("space/opt", map("type", "categorical", "choices", List.of("a", "a")))))
        .isEqualTo("space.opt.choices[1]: 'a' is listed twice; remove one");
    assertThat(only(with("space/opt", map("type", "categorical", "choices", List.of(1, 1.0)))))
        .isEqualTo("space.opt.choices[1]: 1.0 is listed twice; remove one");
  }

  @Test
  void shouldReportAConditionOnlyWhenItIsWrongItself() {
    Map<String, Object> child =
        map("type", "boolean", "activeWhen", map("parameter", "opt", "values", List.of("sgd")));
    Map<String, Object> tree = with("space/nest", child);
    assertThat(only(tree)).startsWith("space.nest.activeWhen.parameter: 'opt' is not declared");

    StudyTrees.put(tree, "space/opt", map("type", "categorical"));
    assertThat(only(tree)).isEqualTo("space.opt.choices: is missing; list the choices");

    StudyTrees.put(tree, "space/opt/choices", List.of("adam"));
    assertThat(only(tree))
        .startsWith("space.nest.activeWhen.values[0]: 'sgd' is no value of 'opt'");
  }

  @Test
  void shouldRequireALimit() {
    assertThat(only(with("limits", null))).startsWith("limits: is missing; set at least one of");
    assertThat(only(with("limits", map()))).startsWith("limits: is empty; set at least one of");
  }

  @Test
  void shouldNotTakeFailuresForALimitThatEndsAStudy() {
    assertThat(only(with("limits", map("failures", 5))))
        .isEqualTo(
            "limits: has only failures, which pauses the study; set at least one of budget, trials,"
                + " loops, deadline, target, else it never ends");
  }

  @Test
  void shouldReadHowManyTrialsMayFailInARow() {
    assertThat(failures(smallest())).hasValue(20);
    assertThat(failures(with("limits/failures", 1))).hasValue(1);
    assertThat(failures(with("limits/failures", 1_000_000))).hasValue(1_000_000);
    assertThat(failures(with("limits/failures", "none"))).isEmpty();
    assertThat(only(with("limits/failures", "never")))
        .isEqualTo("limits.failures: must be a whole number or none, was 'never'");
    assertThat(only(with("limits/failures", 2.5)))
        .isEqualTo("limits.failures: must be a whole number, was 2.5");
  }

  private static OptionalInt failures(Map<String, Object> tree) {
    return StudySpecReader.read(tree).orElseThrow().limits().failures();
  }

  @Test
  void shouldRefuseABudgetThatFitsNoTrial() {
    assertThat(only(with("limits/budget", 26)))
        .startsWith(
            "limits.budget: must be at least 27, was 26; else not even one trial to the largest");
    assertThat(StudySpecReader.read(with("limits/budget", 27)).isValid()).isTrue();
  }

  @Test
  void shouldRefuseABudgetThatFitsNoRung() {
    Map<String, Object> tree = with("limits/budget", 26);
    tree.put("algorithm", "hyperband");
    assertThat(only(tree))
        .startsWith(
            "limits.budget: must be at least 27, was 26; else not even the first rung 27@1");
  }

  @Test
  void shouldLeaveAStudyMadeWithoutAPlannedTailAsItIs() {
    Map<String, Object> tree = with("limits/budget", 1000);
    StudySpec before = StudySpecReader.readStored(tree).orElseThrow();
    StudySpec applied = StudySpecReader.read(tree).orElseThrow();

    assertThat(before.method().plansTail()).isFalse();
    assertThat(StudySpecDifference.between(before, applied).isEmpty()).isTrue();
    assertThat(before.amendedBy(applied).method().plansTail()).isFalse();
    Map<String, Object> written = StudySpecWriter.toTree(applied);
    assertThat(StudySpecReader.readStored(written).orElseThrow().method().plansTail()).isTrue();
  }

  @Test
  void shouldRefuseAResourceScaleThatMakesTooManyTrials() {
    Map<String, Object> tree = with("resource", map("max", 1_000_000, "min", 1, "eta", 3));

    assertThat(only(tree))
        .startsWith("resource.max: makes 13 rung levels, too many")
        .contains("531441 trials", "raise min or eta");
    assertThat(only(with("resource", map("max", 177_147)))).contains("177147 trials");
  }

  @Test
  void shouldTakeAnyResourceScaleWhereNoRungsAreUsed() {
    Map<String, Object> tree = with("resource", map("max", 177_147));
    tree.put("algorithm", "random");
    tree.put("limits", map("trials", 5));

    assertThat(StudySpecReader.read(tree).isValid()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "resource/max, 0, resource.max: must be from 1",
    "resource/min, 28, resource.min: must not exceed max 27",
    "resource/eta, 1, resource.eta: must be from 2 to 100",
    "trial/maxAttempts, 0, trial.maxAttempts: must be from 1",
    "limits/trials, 0, limits.trials: must be from 1",
    "limits/failures, 0, limits.failures: must be from 1",
    "switches/glosh.pool.max, 0, switches.glosh.pool.max: must be from 1",
    "switches/flexband.threshold, 2, switches.flexband.threshold: must be from -1.0 to 1.0",
    "switches/fgf.maxLevels, 3, switches.fgf.maxLevels: must be at least 4",
  })
  void shouldRefuseNumbersOutOfRange(String path, int value, String problem) {
    assertThat(only(with(path, value))).startsWith(problem);
  }

  @Test
  void shouldCheckListsOfSwitchesAgainstTheResourceScale() {
    assertThat(only(with("switches/glosh.lambda", List.of(0.5, 1))))
        .startsWith("switches.glosh.lambda: must list 3 numbers")
        .contains("[1, 3, 9], had 2");
    assertThat(only(with("switches/glosh.lambda", List.of(0.5, 1.5, 1))))
        .isEqualTo("switches.glosh.lambda[1]: must be from 0.0 to 1.0, was 1.5");
    assertThat(only(with("switches/fgf.levels", List.of(1, 28))))
        .isEqualTo("switches.fgf.levels: must lie within 1..27 (resource.max)");
  }

  @Test
  void shouldRefuseASwitchWithoutEffect() {
    Map<String, Object> tree = with("promotion", "sh");
    StudyTrees.put(tree, "switches/glosh.pool.max", 10);

    assertThat(only(tree))
        .isEqualTo(
            "switches.glosh.pool.max: has no effect without promotion: glosh; remove it, or set"
                + " that");
  }

  @ParameterizedTest
  @CsvSource({
    "algorithm, flexbh, did you mean 'flexhb'?",
    "sampler, tpe, 'tpe' is unknown",
  })
  void shouldRefuseWhatTheTunerCannotDo(String key, String value, String message) {
    assertThat(only(with(key, value))).startsWith(key + ": ").contains(message);
  }

  @Test
  void shouldRefusePromotionWithoutBrackets() {
    Map<String, Object> tree = with("promotion", "asha");
    StudyTrees.put(tree, "brackets", "none");

    assertThat(only(tree))
        .isEqualTo(
            "promotion: 'asha' has no effect without brackets; remove it, or set brackets: single,"
                + " hyperband or flexband");
  }

  @Test
  void shouldReadTheStoppingRule() {
    assertThat(StudySpecReader.read(with("stopping", "median")).orElseThrow().method())
        .satisfies(
            method -> {
              assertThat(method.stopping()).isEqualTo(Method.Stopping.MEDIAN);
              assertThat(method.brackets()).isEqualTo(Method.Brackets.FLEXBAND);
            });
    Method bocf = StudySpecReader.read(with("algorithm", "bocf")).orElseThrow().method();
    assertThat(bocf.stopping()).isEqualTo(Method.Stopping.CURVE);
    assertThat(bocf.sampler()).isEqualTo("smac");
    assertThat(bocf.brackets()).isEqualTo(Method.Brackets.NONE);
    assertThat(only(with("stopping", "mean"))).startsWith("stopping: ").contains("'mean'");
  }

  @Test
  void shouldRefuseAStoppingRuleThatCouldNeverJudge() {
    Map<String, Object> tree = with("algorithm", "bocf");
    StudyTrees.put(tree, "resource/max", 9);
    assertThat(only(tree))
        .isEqualTo(
            "stopping: 'curve' needs values at 5 levels, but there are only 3, [1, 3, 6], below"
                + " resource.max 9; list more in switches.fgf.levels, raise resource.max, or set"
                + " stopping: median");
    StudyTrees.put(tree, "switches/fgf.levels", List.of(1, 2, 3, 4, 5, 9));
    assertThat(StudySpecReader.read(tree).problems()).isEmpty();
  }

  @Test
  void shouldRefuseATargetThatNoCurveReaches() {
    Map<String, Object> tree = with("stopping", "curve");
    StudyTrees.put(tree, "limits/target", -1.5);
    assertThat(only(tree))
        .isEqualTo(
            "limits.target: was -1.5; stopping: curve needs an objective from 0 to 1; report an"
                + " accuracy or an error rate, or make a study with stopping: median");
  }

  /** The only problem of a tree. */
  private static String only(Map<String, Object> tree) {
    List<Problem> problems = StudySpecReader.read(tree).problems();
    assertThat(problems).hasSize(1);
    return problems.get(0).toString();
  }
}
