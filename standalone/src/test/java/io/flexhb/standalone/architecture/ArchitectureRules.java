package io.flexhb.standalone.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessTargetWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.Serializable;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The rules, for modules whose packages lie under a root: {@code io.flexhb}, or the root of the
 * fixtures that break them.
 */
final class ArchitectureRules {

  private static final Set<String> CLOCK_CALLS =
      Set.of(
          "System.currentTimeMillis",
          "System.nanoTime",
          "Instant.now",
          "LocalDate.now",
          "LocalDateTime.now",
          "OffsetDateTime.now",
          "ZonedDateTime.now");

  private static final Set<String> RANDOM_CALLS =
      Set.of("Math.random", "StrictMath.random", "UUID.randomUUID", "Collections.shuffle");

  /** Their results may differ in the last bit between JVMs and processors; StrictMath's may not. */
  private static final Set<String> PLATFORM_MATH =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
          "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot");

  /**
   * Allowed dependencies between modules; core is separate, as it may depend on no other module.
   */
  private static final Map<String, List<String>> MAY_KNOW = new LinkedHashMap<>();

  private static final List<String> MODULES =
      List.of(
          "avro",
          "topics",
          "registry",
          "core",
          "simulator",
          "codec",
          "service",
          "client",
          "emitter",
          "load",
          "standalone");

  static {
    List<String> wire = List.of("avro", "topics", "registry");
    MAY_KNOW.put("avro", List.of());
    MAY_KNOW.put("topics", List.of());
    MAY_KNOW.put("registry", List.of());
    MAY_KNOW.put("simulator", List.of("core"));
    MAY_KNOW.put("codec", with(wire, "core"));
    MAY_KNOW.put("service", with(wire, "core", "codec"));
    MAY_KNOW.put("client", with(wire, "core", "codec"));
    MAY_KNOW.put("emitter", wire);
    MAY_KNOW.put("load", with(wire, "core", "simulator", "codec", "service", "client", "emitter"));
  }

  private final String root;
  private final Map<String, ArchRule> rules = new LinkedHashMap<>();

  private ArchitectureRules(String root) {
    this.root = root;
    modules();
    purity();
    layout();
  }

  /** The rules by name, in a fixed order. */
  static Map<String, ArchRule> under(String root) {
    return new ArchitectureRules(root).rules;
  }

  /** The module table of the architecture: the allowed dependencies. */
  private void modules() {
    add(
        "core knows nothing but Java, Smile, commons-math and vavr",
        classes()
            .that(in("core"))
            .should()
            .onlyDependOnClassesThat(
                in("core")
                    .or(
                        resideInAnyPackage(
                            "java..", "smile..", "org.apache.commons.math3..", "io.vavr..")))
            .because("the method is pure: Kafka, Avro, Jackson and the rest stay outside"));
    MAY_KNOW.forEach(
        (module, known) -> {
          List<String> others = new ArrayList<>(MODULES);
          others.removeAll(known);
          others.remove(module);
          never(module, others);
        });
    add(
        "only ConfluentRegistry knows the Confluent client",
        noClasses()
            .that(
                resideInAPackage(root + "..")
                    .and(not(describe("ConfluentRegistry", ArchitectureRules::isClientBorder))))
            .should()
            .dependOnClassesThat(resideInAPackage("io.confluent.."))
            .because("its types must not spread: the client is replaced in one place"));
  }

  /** Calls that would make a decision depend on anything but state and event. */
  private void purity() {
    add(
        "core and simulator do no I/O",
        noClasses()
            .that(pure())
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                        "java.io..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net..",
                        "java.sql..")
                    .and(not(describe("Serializable", ArchitectureRules::isSerializability)))));
    add(
        "core and simulator read no clock",
        noClasses()
            .that(pure())
            .should(callAnyOf(CLOCK_CALLS))
            .orShould()
            .dependOnClassesThat(describe("clocks", type -> type.isAssignableTo(Clock.class)))
            .because("time comes from events"));
    add(
        "core and simulator draw no random numbers of their own",
        noClasses()
            .that(pure())
            .should(callAnyOf(RANDOM_CALLS))
            .orShould()
            .dependOnClassesThat(
                describe(
                    "random number generators",
                    type ->
                        type.isAssignableTo(Random.class)
                            || type.isEquivalentTo(SecureRandom.class)
                            || type.isEquivalentTo(SplittableRandom.class)
                            || type.isEquivalentTo(ThreadLocalRandom.class)))
            .because("randomness comes from the counter-based stream in the study's state"));
    add(
        "core and simulator compute the same on every machine",
        noClasses()
            .that(pure())
            .should()
            .accessTargetWhere(
                describe(
                    "the target is a function of Math that StrictMath has too",
                    access ->
                        access.getTargetOwner().isEquivalentTo(Math.class)
                            && PLATFORM_MATH.contains(access.getName()))));
  }

  private void layout() {
    for (String module :
        List.of(
            "registry",
            "core",
            "simulator",
            "codec",
            "service",
            "client",
            "emitter",
            "load",
            "standalone")) {
      add(
          "packages of " + module + " form no cycle",
          slices().assignedFrom(new PackagesOf(in(module))).should().beFreeOfCycles());
    }
    add(
        "no two classes share a name",
        classes()
            .that(resideInAPackage(root + "..").and(not(in("avro"))))
            .should(new HaveANameOfTheirOwn())
            .because("who reads a name is to know which class is meant"));
    add(
        "only load knows HdrHistogram",
        noClasses()
            .that(resideInAPackage(root + "..").and(not(in("load"))))
            .should()
            .dependOnClassesThat(resideInAPackage("org.HdrHistogram.."))
            .because("a trainer needs no histograms on its class path"));
    add(
        "only standalone ends the process",
        noClasses()
            .that(resideInAPackage(root + "..").and(not(in("standalone"))))
            .should(callAnyOf(Set.of("System.exit", "Runtime.exit", "Runtime.halt"))));
  }

  private void never(String module, List<String> others) {
    DescribedPredicate<JavaClass> forbidden = in(others.get(0));
    for (String other : others) {
      forbidden = forbidden.or(in(other));
    }
    add(
        module + " knows none of " + String.join(", ", others),
        noClasses().that(in(module)).should().dependOnClassesThat(forbidden));
  }

  private static List<String> with(List<String> some, String... more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  /** Modules still without classes, or without any in a role, break nothing. */
  private void add(String name, ArchRule rule) {
    rules.put(name, rule.as(name).allowEmptyShould(true));
  }

  /** Modules whose results are a function of their input alone. */
  private DescribedPredicate<JavaClass> pure() {
    return in("core").or(in("simulator"));
  }

  private DescribedPredicate<JavaClass> in(String module) {
    return resideInAPackage(root + "." + module + "..");
  }

  private static ArchCondition<JavaClass> callAnyOf(Set<String> calls) {
    return accessTargetWhere(
        describe(
            "the target is one of " + calls,
            (JavaAccess<?> access) ->
                calls.contains(access.getTargetOwner().getSimpleName() + "." + access.getName())));
  }

  /** Records and lambdas may be serializable; that alone is no I/O. */
  private static boolean isSerializability(JavaClass type) {
    return type.isEquivalentTo(Serializable.class);
  }

  private static boolean isClientBorder(JavaClass type) {
    return type.getName().matches("io\\.flexhb\\.registry\\.ConfluentRegistry(\\$.*)?");
  }

  /** Each package of a module for itself, its root among them. */
  private static final class PackagesOf implements SliceAssignment {
    private final DescribedPredicate<JavaClass> module;

    PackagesOf(DescribedPredicate<JavaClass> module) {
      this.module = module;
    }

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return module.test(type)
          ? SliceIdentifier.of(type.getPackageName())
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  /** Nested classes have that of their outer class before their own. */
  private static final class HaveANameOfTheirOwn extends ArchCondition<JavaClass> {
    private final Map<String, List<String>> classes = new TreeMap<>();

    HaveANameOfTheirOwn() {
      super("have a name of their own");
    }

    @Override
    public void init(Collection<JavaClass> all) {
      classes.clear();
      all.stream()
          .filter(JavaClass::isTopLevelClass)
          .filter(type -> !type.getSimpleName().equals("package-info"))
          .forEach(
              type ->
                  classes
                      .computeIfAbsent(type.getSimpleName(), name -> new ArrayList<>())
                      .add(type.getName()));
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      List<String> same = classes.getOrDefault(type.getSimpleName(), List.of());
      if (type.isTopLevelClass() && same.size() > 1) {
        events.add(SimpleConditionEvent.violated(type, "one name: " + String.join(", ", same)));
      }
    }
  }
}
