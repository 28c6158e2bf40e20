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
import java.io.Serializable;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
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

  /** The module table of the architecture: who may know whom. */
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
    never("avro", "registry", "core", "client", "service", "emitter", "standalone");
    never("topics", "registry", "core", "client", "service", "emitter", "standalone");
    never("registry", "avro", "topics", "core", "client", "service", "emitter", "standalone");
    never("service", "client", "emitter", "standalone");
    never("client", "emitter", "standalone");
    never("emitter", "core", "client", "service", "standalone");
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

  /** What would make a decision depend on anything but state and event. */
  private void purity() {
    add(
        "core does no I/O",
        noClasses()
            .that(in("core"))
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
        "core reads no clock",
        noClasses()
            .that(in("core"))
            .should(callAnyOf(CLOCK_CALLS))
            .orShould()
            .dependOnClassesThat(describe("clocks", type -> type.isAssignableTo(Clock.class)))
            .because("time comes from events"));
    add(
        "core draws no random numbers of its own",
        noClasses()
            .that(in("core"))
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
        "core computes the same on every machine",
        noClasses()
            .that(in("core"))
            .should()
            .accessTargetWhere(
                describe(
                    "the target is a function of Math that StrictMath has too",
                    access ->
                        access.getTargetOwner().isEquivalentTo(Math.class)
                            && PLATFORM_MATH.contains(access.getName()))));
  }

  private void layout() {
    add(
        "packages of core form no cycle",
        slices().matching(root + ".core.(*)..").should().beFreeOfCycles());
    add(
        "only standalone ends the process",
        noClasses()
            .that(resideInAPackage(root + "..").and(not(in("standalone"))))
            .should(callAnyOf(Set.of("System.exit", "Runtime.exit", "Runtime.halt"))));
  }

  private void never(String module, String... others) {
    DescribedPredicate<JavaClass> forbidden =
        resideInAnyPackage(
            Arrays.stream(others).map(other -> root + "." + other + "..").toArray(String[]::new));
    add(
        module + " knows none of " + String.join(", ", others),
        noClasses().that(in(module)).should().dependOnClassesThat(forbidden));
  }

  /** Modules still without classes, or without any in a role, break nothing. */
  private void add(String name, ArchRule rule) {
    rules.put(name, rule.as(name).allowEmptyShould(true));
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
}
