package io.flexhb.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryProcessConfigTest {

  @Test
  void shouldFetchFromMavenCentralUnlessAMirrorIsNamed() {
    assertThat(RegistryProcessConfig.of(Map.of()).repository())
        .isEqualTo(URI.create("https://repo.maven.apache.org/maven2"));
    assertThat(
            RegistryProcessConfig.of(Map.of("FLEXHB_MAVEN_REPO", "https://mirror.example/maven"))
                .repository())
        .isEqualTo(URI.create("https://mirror.example/maven"));
  }

  @Test
  void shouldRefuseAMirrorThatIsNoAddress() {
    assertThatThrownBy(() -> RegistryProcessConfig.of(Map.of("FLEXHB_MAVEN_REPO", "mirror")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FLEXHB_MAVEN_REPO must be an address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://me:hush hush@mirror.example/",
        "me:hush@mirror.example",
        "//me:h@mirror.example"
      })
  void shouldShowNoPasswordOfAMirrorThatIsNoAddress(String mirror) {
    assertThatThrownBy(() -> RegistryProcessConfig.of(Map.of("FLEXHB_MAVEN_REPO", mirror)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[hidden]@mirror.example")
        .hasMessageNotContaining("me:");
  }

  @Test
  void shouldAddThePathWhetherTheMirrorEndsInASlashOrNot() {
    Artifact artifact = new Artifact("a/b.tar.gz", "", 1);

    assertThat(artifact.in(URI.create("https://m.example/x")))
        .isEqualTo(artifact.in(URI.create("https://m.example/x/")))
        .isEqualTo(URI.create("https://m.example/x/a/b.tar.gz"));
  }

  @Test
  void shouldRefuseAFolderTheDatabaseWouldMisread() {
    RegistryProcessConfig config = RegistryProcessConfig.of(Map.of());

    assertThatThrownBy(() -> config.withDataFolder(Path.of("a;INIT=b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no ';'");
  }
}
