package io.flexhb.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flexhb.standalone.system.StartupException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerCacheTest {

  private static final String PATH = "org/example/server/1/server-1.tar.gz";

  @TempDir Path folder;

  /** The Range header of each request, or "all". */
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private byte[] archive;
  private int cutAfter = Integer.MAX_VALUE;
  private HttpServer repository;

  @BeforeEach
  void startRepository() throws IOException {
    archive = tarGz("lib/a.jar", bytes(50_000));
    repository = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    repository.createContext("/maven2/" + PATH, this::serve);
    repository.start();
  }

  @AfterEach
  void stopRepository() {
    repository.stop(0);
  }

  @Test
  void shouldFetchAndUnpackOnce() throws Exception {
    Path unpacked = cache().unpacked();
    Path again = cache().unpacked();

    assertThat(again).isEqualTo(unpacked);
    assertThat(unpacked.resolve("lib/a.jar")).hasBinaryContent(bytes(50_000));
    assertThat(requests).containsExactly("all");
    assertThat(folder.resolve("cache"))
        .isDirectoryNotContaining("glob:**.part")
        .isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void shouldGoOnWhereAnEarlierRunWasCutOff() throws Exception {
    Path cache = Files.createDirectories(folder.resolve("cache"));
    Files.write(cache.resolve("server-1.tar.gz.part"), Arrays.copyOf(archive, 20_000));

    assertThat(cache().unpacked().resolve("lib/a.jar")).hasBinaryContent(bytes(50_000));
    assertThat(requests).containsExactly("bytes=20000-");
  }

  @Test
  void shouldGoOnWhereTheConnectionWasCutOff() throws Exception {
    cutAfter = 30_000;

    assertThat(cache().unpacked().resolve("lib/a.jar")).hasBinaryContent(bytes(50_000));
    assertThat(requests).hasSize(2).first().isEqualTo("all");
    assertThat(requests.get(1)).startsWith("bytes=");
  }

  @Test
  void shouldUseAnArchiveThatWasWholeButNotYetUnpacked() throws Exception {
    Path cache = Files.createDirectories(folder.resolve("cache"));
    Files.write(cache.resolve("server-1.tar.gz.part"), archive);

    assertThat(cache().unpacked().resolve("lib/a.jar")).exists();
  }

  @Test
  void shouldFetchAllAnewWhenWhatAnEarlierRunLeftIsBroken() throws Exception {
    Path cache = Files.createDirectories(folder.resolve("cache"));
    Files.write(cache.resolve("server-1.tar.gz.part"), new byte[20_000]);

    assertThat(cache().unpacked().resolve("lib/a.jar")).hasBinaryContent(bytes(50_000));
    assertThat(requests).containsExactly("bytes=20000-", "all");
  }

  @Test
  void shouldTakeTheArchiveFromTheLocalRepositoryAndLeaveItThere() throws Exception {
    Path local = folder.resolve("m2").resolve(PATH);
    Files.createDirectories(local.getParent());
    Files.write(local, archive);

    assertThat(cache().unpacked().resolve("lib/a.jar")).exists();
    assertThat(requests).isEmpty();
    assertThat(local).exists();
  }

  @Test
  void shouldRefuseAnotherFileThanTheOnePublished() throws Exception {
    ServerCache cache = cache();
    archive = tarGz("lib/a.jar", bytes(10));

    assertThatThrownBy(cache::unpacked)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("is not the published one")
        .hasMessageContaining("FLEXHB_MAVEN_REPO");
    assertThat(folder.resolve("cache/server-1")).doesNotExist();
  }

  @Test
  void shouldSayWhereItLookedAndWhatCameBack() throws Exception {
    ServerCache cache =
        new ServerCache(
            folder.resolve("cache"),
            repository("/elsewhere"),
            new Artifact(PATH, "", 1),
            folder.resolve("m2"));

    assertThatThrownBy(cache::unpacked)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("/elsewhere/" + PATH)
        .hasMessageContaining("cannot be fetched")
        .hasMessageContaining("HTTP status 404");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSayThatTheDiskIsFullInsteadOfBlamingTheNetwork() throws Exception {
    Path cache = Files.createDirectories(folder.resolve("cache"));
    Path partial = cache.resolve(Path.of(PATH).getFileName() + ".part");
    // Whatever is written to it finds no room.
    Files.createSymbolicLink(partial, Path.of("/dev/full"));

    assertThatThrownBy(() -> cache().unpacked())
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(cache + " (java.io.IOException: No space left on device)")
        .hasMessageContaining("300 MB free")
        .hasMessageNotContaining("network");
    assertThat(requests).as("tried once").hasSize(1);
    Files.delete(partial);
  }

  @Test
  void shouldShowNoPasswordOfTheMirror() throws Exception {
    URI mirror = repository("/elsewhere");
    ServerCache cache =
        new ServerCache(
            folder.resolve("cache"),
            URI.create("http://me:hush@" + mirror.getAuthority() + mirror.getPath()),
            new Artifact(PATH, "", 1),
            folder.resolve("m2"));

    assertThatThrownBy(cache::unpacked)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("http://[hidden]@" + mirror.getAuthority())
        .hasMessageNotContaining("hush");
  }

  @Test
  void shouldRefuseAnArchiveThatPointsOutOfItsFolder() throws Exception {
    archive = tarGz("../outside.jar", bytes(10));

    assertThatThrownBy(() -> cache().unpacked())
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("points out of its folder");
    assertThat(folder.resolve("cache/outside.jar")).doesNotExist();
  }

  private ServerCache cache() throws Exception {
    String sha512 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(archive));
    return new ServerCache(
        folder.resolve("cache"),
        repository("/maven2"),
        new Artifact(PATH, sha512, 1),
        folder.resolve("m2"));
  }

  private URI repository(String path) {
    return URI.create("http://127.0.0.1:" + repository.getAddress().getPort() + path);
  }

  private void serve(HttpExchange exchange) throws IOException {
    Optional<String> range = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Range"));
    requests.add(range.orElse("all"));
    int from = range.map(text -> Integer.parseInt(text.replaceAll("\\D", ""))).orElse(0);
    if (from >= archive.length) {
      exchange.sendResponseHeaders(416, -1);
      return;
    }
    exchange.sendResponseHeaders(range.isPresent() ? 206 : 200, archive.length - from);
    int until = Math.min(archive.length, cutAfter);
    cutAfter = Integer.MAX_VALUE;
    exchange.getResponseBody().write(archive, from, until - from);
    exchange.getResponseBody().flush();
    exchange.close();
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static byte[] tarGz(String name, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(
            new GzipCompressorOutputStream(bytes), StandardCharsets.UTF_8.name())) {
      TarArchiveEntry entry = new TarArchiveEntry(name);
      entry.setSize(content.length);
      tar.putArchiveEntry(entry);
      tar.write(content);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }
}
