package io.flexhb.standalone.it;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.system.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** An installation as an earlier build has left it: see the README beside the data. */
final class EarlierBuild implements AutoCloseable {

  private static final String PREFIX = "flexhb.";

  private final TemporaryFolder folder = TemporaryFolder.create("flexhb-earlier");
  private final BrokerForTests broker;
  private final TunerHarness harness;

  /**
   * Unpacks it, and starts its broker.
   *
   * @param version folder of the data
   */
  EarlierBuild(String version) {
    TemporaryFolder brokerFolder = TemporaryFolder.create("flexhb-broker");
    try {
      unpack(version, folder.path());
      Files.delete(brokerFolder.path());
      Files.move(folder.path().resolve("broker"), brokerFolder.path());
      broker = BrokerForTests.with(brokerFolder);
      harness =
          TunerHarness.of(
              broker,
              RegistryForTests.with(schemas(version)),
              PREFIX,
              Map.of("flexhb.application.id", "flexhb-tuner"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TunerHarness harness() {
    return harness;
  }

  /** The state directory as it was left, for the tuner of that name. */
  void useStateOf(String tuner) {
    try {
      Files.move(folder.path().resolve("state"), harness.stateFolder(tuner));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String version, String file) {
    InputStream stream = EarlierBuild.class.getResourceAsStream("/upgrade/" + version + "/" + file);
    if (stream == null) {
      throw new AssertionError("no " + file + " of version " + version);
    }
    return stream;
  }

  private static List<String> schemas(String version) throws IOException {
    try (InputStream file = open(version, "schemas.json")) {
      return new ObjectMapper().readValue(file, new TypeReference<List<String>>() {});
    }
  }

  private static void unpack(String version, Path into) throws IOException {
    try (ZipInputStream zip =
        new ZipInputStream(new ZstdInputStream(open(version, "data.zip.zst")))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = into.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
        }
      }
    }
  }

  @Override
  public void close() {
    harness.close();
    broker.close();
    folder.close();
  }
}
