package io.flexhb.standalone.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every file that names the version of the build names that of the parent {@code pom.xml}. */
class BuildVersionTest {

  private static final String BUILD =
      firstMatch("<artifactId>flexhb-parent</artifactId>\\s*<version>(.*)</version>", "pom.xml");

  /** Without the mark of a build that is not released. */
  private static final String RELEASE = BUILD.replace("-SNAPSHOT", "");

  @Test
  void shouldBeTheTagOfTheImage() {
    assertThat(ComposeFile.variables()).containsEntry("FLEXHB_IMAGE", "flexhb:" + BUILD);
    assertThat(firstMatch("newName: flexhb\\s+newTag: (.*)", "kubernetes/tuner/kustomization.yaml"))
        .isEqualTo(BUILD);
    assertThat(firstMatch(" flexhb:(\\S+) tuner", "docs/operations/image.md")).isEqualTo(BUILD);
  }

  /** Python has another mark for a build that is not released, see PEP 440. */
  @Test
  void shouldBeThatOfThePythonPackage() {
    String expected = BUILD.replace("-SNAPSHOT", ".dev0");
    String python = "trial-emitter/python/";
    assertThat(firstMatch("(?m)^version = \"(.*)\"", python + "pyproject.toml"))
        .isEqualTo(expected);
    assertThat(firstMatch("(?m)^__version__ = \"(.*)\"", python + "src/flexhb/__init__.py"))
        .isEqualTo(expected);
  }

  @Test
  void shouldBeTheNewestInTheChanges() {
    assertThat(firstMatch("(?m)^## ([0-9.]+)", "CHANGELOG.md")).isEqualTo(RELEASE);
  }

  /** A version without a change of a schema has no golden schemas of its own. */
  @Test
  void shouldNotBeOlderThanAnyGoldenSchema() {
    List<ModuleDescriptor.Version> versions =
        Checkout.text("schemas/src/main/resources/io/flexhb/avro/released/versions.txt")
            .lines()
            .map(ModuleDescriptor.Version::parse)
            .toList();
    assertThat(versions)
        .isNotEmpty()
        .allSatisfy(
            version ->
                assertThat(version).isLessThanOrEqualTo(ModuleDescriptor.Version.parse(RELEASE)));
  }

  private static String firstMatch(String pattern, String file) {
    Matcher found = Pattern.compile(pattern).matcher(Checkout.text(file));
    assertThat(found.find()).as("%s in %s", pattern, file).isTrue();
    return found.group(1);
  }
}
