package io.flexhb.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is in the image, and that it runs as it will in a container. */
@Timeout(300)
class ImageIT {

  private static final Path TARGET = Path.of(System.getProperty("flexhb.image.folder"));
  private static final long MOST_BYTES = 200_000_000;
  private static final String USER = "10001";
  private static final String STATE = "/var/lib/flexhb";

  /**
   * Runs a command in the image: its root can only be read, but for the state folder; and by its
   * user, where this one may become another.
   */
  private static final String CONTAINER =
      """
      root=$1; shift
      mkdir -p "$root/dev" "$root/proc"
      mount --bind "$root" "$root" && mount --rbind /dev "$root/dev" && mount --rbind /proc "$root/proc" &&
      mount -t tmpfs -o mode=777 tmpfs "$root%s" && mount -o remount,bind,ro "$root" || exit 99
      exec chroot $USERSPEC "$root" "$@"
      """
          .formatted(STATE);

  @TempDir private static Path folder;

  private static ImageFile image;

  @BeforeAll
  static void unpack() throws IOException {
    image = ImageFile.open(TARGET.resolve("flexhb-image.tar"));
    image.unpack(folder);
  }

  private record Run(int status, String output) {}

  @Test
  void shouldRunTheCommandLineAsAUserOfItsOwn() {
    JsonNode config = image.config().get("config");

    assertThat(config.get("User").asText()).isEqualTo(USER + ":" + USER);
    assertThat(config.get("WorkingDir").asText()).isEqualTo(STATE);
    assertThat(config.get("Volumes").has(STATE)).isTrue();
    assertThat(config.get("ExposedPorts").has("9464/tcp")).isTrue();
    assertThat(image.strings("Entrypoint"))
        .startsWith("java")
        .endsWith("io.flexhb.standalone.FlexHb");
    assertThat(image.strings("Env"))
        .contains("FLEXHB_STATE_DIR=" + STATE)
        .anyMatch(
            variable -> variable.matches("JAVA_TOOL_OPTIONS=.*-XX:MaxRAMPercentage=[0-9]+.*"));
    assertThat(config.get("Labels").get("org.opencontainers.image.licenses").asText())
        .isEqualTo("Apache-2.0");
    assertThat(config.get("Labels").get("org.opencontainers.image.version").asText()).isNotEmpty();
  }

  @Test
  void shouldBeTheSameWhenBuiltAgain() throws IOException {
    assertThat(Files.readString(TARGET.resolve("again.digest")))
        .startsWith("sha256:")
        .isEqualTo(Files.readString(TARGET.resolve("jib-image.digest")));
    assertThat(Files.readString(TARGET.resolve("again.id")))
        .isEqualTo(Files.readString(TARGET.resolve("jib-image.id")));
  }

  @Test
  void shouldBeSmall() throws IOException {
    long compressed = Files.size(TARGET.resolve("flexhb-image.tar"));
    AtomicLong unpacked = new AtomicLong();
    image.entries((entry, content) -> unpacked.addAndGet(entry.getSize()));

    System.out.printf("image: %d bytes, unpacked %d%n", compressed, unpacked.get());
    assertThat(compressed).isLessThan(unpacked.get());
    // Another base is as large as it is, and for other processors RocksDB has no jar of its own.
    assumeThat(System.getProperty("flexhb.image.base")).startsWith("tar://");
    assumeThat(System.getProperty("os.arch")).isEqualTo("amd64");
    assertThat(unpacked.get()).isLessThan(MOST_BYTES);
  }

  @Test
  void shouldHaveNothingThatOthersMayChangeButFoldersForData() throws IOException {
    List<String> writable = new ArrayList<>();
    List<String> privileged = new ArrayList<>();
    image.entries(
        (entry, content) -> {
          if (!entry.isSymbolicLink() && (entry.getMode() & 0002) != 0) {
            writable.add("/" + entry.getName().replaceAll("^\\./|/$", ""));
          }
          if (entry.isFile() && (entry.getMode() & 06000) != 0) {
            privileged.add(entry.getName());
          }
        });

    assertThat(writable).isSubsetOf("/tmp", STATE).contains(STATE);
    assertThat(privileged).isEmpty();
  }

  /** Its licence wants that users can put another version in its place. */
  @Test
  void shouldKeepSmileAJarOfItsOwn() throws IOException {
    List<String> jars = new ArrayList<>();
    image.entries(
        (entry, content) -> {
          if (entry.getName().endsWith(".jar")) {
            jars.add(entry.getName());
          }
        });

    assertThat(jars).anyMatch(jar -> jar.matches("app/libs/smile-core-2\\.6\\.0\\.jar"));
    assertThat(Files.readString(folder.resolve("app/jib-classpath-file")))
        .contains("/app/libs/smile-core-2.6.0.jar");
    for (String jar : jars) {
      if (jar.contains("flexhb-")) {
        try (var file = new java.util.jar.JarFile(folder.resolve(jar).toFile())) {
          assertThat(file.stream().map(Object::toString))
              .as(jar)
              .noneMatch(name -> name.startsWith("smile/"));
        }
      }
    }
  }

  @Test
  void shouldSayWhatIsInIt() throws IOException {
    JsonNode bom =
        new ObjectMapper().readTree(folder.resolve("usr/share/doc/flexhb/sbom.json").toFile());

    assertThat(bom.get("bomFormat").asText()).isEqualTo("CycloneDX");
    List<String> components = new ArrayList<>();
    bom.get("components").forEach(component -> components.add(component.get("purl").asText()));
    try (var libraries = Files.list(folder.resolve("app/libs"))) {
      for (Path jar : libraries.toList()) {
        String name = jar.getFileName().toString().replaceAll("-[0-9].*", "");
        assertThat(components).as(name).anyMatch(purl -> purl.contains("/" + name + "@"));
      }
    }
    assertThat(folder.resolve("app/resources/META-INF/LICENSE")).exists();
    assertThat(folder.resolve("app/resources/META-INF/NOTICE")).exists();
  }

  @Test
  void shouldRunWithARootThatCannotBeWritten() throws Exception {
    Run version = run("--version");

    assertThat(version.output()).contains("engine ");
    assertThat(version.status()).isZero();
    assertThat(run("demo", "--journal", "/app/journal.avro").output())
        .contains("cannot write /app/journal.avro");
  }

  /** A broker, a tuner with its store in native code, and trainers. */
  @Test
  void shouldTuneAStudyWithNothingWritableButItsState() throws Exception {
    Run demo =
        run("demo", "--output", "json", "--budget", "30", "--journal", STATE + "/journal.avro");

    assertThat(demo.status()).as(demo.output()).isZero();
    JsonNode result =
        new ObjectMapper().readTree(demo.output().substring(demo.output().indexOf('{')));
    assertThat(result.get("failed").asInt()).isZero();
    assertThat(result.get("trials").asInt()).isPositive();
  }

  private static Run run(String... arguments) throws IOException, InterruptedException {
    assumeThat(System.getProperty("flexhb.image.base"))
        .as("the files of another base are not here")
        .startsWith("tar://");
    boolean root = System.getProperty("user.name").equals("root");
    List<String> command =
        new ArrayList<>(List.of("unshare", "--mount", root ? "--fork" : "--map-root-user", "sh"));
    command.addAll(List.of("-c", CONTAINER, "sh", folder.toString(), "/opt/java/bin/java"));
    List<String> entrypoint = image.strings("Entrypoint");
    // Temporary files too have no other place.
    command.add("-Djava.io.tmpdir=" + STATE);
    command.addAll(entrypoint.subList(1, entrypoint.size()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("flexhb-image", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(output.toFile());
      builder.environment().clear();
      builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
      builder.environment().put("USERSPEC", root ? "--userspec=" + USER + ":" + USER : "");
      for (String variable : image.strings("Env")) {
        if (!variable.startsWith("PATH=")) {
          builder.environment().put(variable.split("=", 2)[0], variable.split("=", 2)[1]);
        }
      }
      Process process;
      try {
        process = builder.start();
      } catch (IOException noUnshare) {
        assumeThat(false).as("unshare is not installed, so nothing runs in the image").isTrue();
        throw noUnshare;
      }
      assertThat(process.waitFor(240, TimeUnit.SECONDS)).as("ends in time").isTrue();
      String text = Files.readString(output);
      assumeThat(process.exitValue() == 99 || text.startsWith("unshare:"))
          .as("this user may not mount, so nothing runs in the image: " + text)
          .isFalse();
      return new Run(process.exitValue(), text);
    } finally {
      Files.delete(output);
    }
  }
}
