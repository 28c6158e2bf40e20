package io.flexhb.standalone.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** One instance for all tests, so that the classes are read only once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

  private static final String BROKEN = ArchitectureTest.class.getPackageName() + ".broken";

  private final JavaClasses product =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/io/flexhb/registry/shaded/"))
          .importPackages("io.flexhb");

  private final JavaClasses broken = new ClassFileImporter().importPackages(BROKEN);

  @TestFactory
  Stream<DynamicTest> shouldHoldInTheProduct() {
    return ArchitectureRules.under("io.flexhb").entrySet().stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> rule.getValue().check(product)));
  }

  /** Each rule must fail on a class that breaks it on purpose: {@link Breaks} names the rule. */
  @TestFactory
  Stream<DynamicTest> shouldFailOnAClassThatBreaksTheRule() {
    return ArchitectureRules.under(BROKEN).entrySet().stream()
        .map(
            rule ->
                DynamicTest.dynamicTest(
                    rule.getKey(),
                    () -> {
                      Set<String> culprits = madeToBreak(rule.getKey());
                      assertThat(culprits).as("fixtures made to break this rule").isNotEmpty();
                      String report =
                          String.join(
                              "\n",
                              rule.getValue().evaluate(broken).getFailureReport().getDetails());
                      assertThat(Stream.concat(culprits.stream(), forbidden(rule.getKey())))
                          .allSatisfy(name -> assertThat(report).contains(name));
                    }));
  }

  @Test
  void shouldSeeTheClassesOfEveryModuleThatHasAny() {
    assertThat(
            product.stream().map(type -> module(type.getPackageName())).collect(Collectors.toSet()))
        .contains("avro", "topics", "registry", "core", "simulator", "standalone");
    assertThat(product).noneMatch(type -> type.getPackageName().startsWith(BROKEN));
  }

  /** For a rule of the module table: each module it forbids, so that none is misspelt there. */
  private static Stream<String> forbidden(String rule) {
    return Stream.of(rule.split(" knows none of "))
        .skip(1)
        .flatMap(modules -> Stream.of(modules.split(", ")))
        .map(module -> BROKEN + "." + module + ".Anything");
  }

  private Set<String> madeToBreak(String rule) {
    return broken.stream()
        .filter(type -> type.isAnnotatedWith(Breaks.class))
        .filter(type -> Set.of(type.getAnnotationOfType(Breaks.class).value()).contains(rule))
        .map(type -> type.getName())
        .collect(Collectors.toSet());
  }

  private static String module(String packageName) {
    return packageName.split("\\.")[2];
  }
}
