package io.flexhb.standalone.registry;

import io.flexhb.registry.Addresses;
import io.flexhb.standalone.system.DiskSpace;
import io.flexhb.standalone.system.StartupException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The unpacked server, fetched at first use.
 *
 * <p>Everything in the cache under its final name is complete and checked: it is first written
 * under another name. An interrupted download is resumed, not repeated. Several processes that
 * start at once download only once.
 */
final class ServerCache {

  private static final Logger LOG = LoggerFactory.getLogger(ServerCache.class);

  /** What to do about a cache that cannot be written. */
  static final String FIX =
      "Let this user write there, with 300 MB free, or give another home folder with"
          + " -Duser.home=FOLDER in FLEXHB_JAVA_OPTS";

  private final Path folder;
  private final URI repository;
  private final Artifact artifact;
  private final Path localRepository;

  /**
   * @param localRepository a Maven repository on this machine, which is searched first
   */
  ServerCache(Path folder, URI repository, Artifact artifact, Path localRepository) {
    this.folder = folder.toAbsolutePath().normalize();
    this.repository = repository;
    this.artifact = artifact;
    this.localRepository = localRepository;
  }

  /** The cache a configuration names. */
  static ServerCache of(RegistryProcessConfig config) {
    Path localRepository = Path.of(System.getProperty("user.home"), ".m2", "repository");
    return new ServerCache(
        config.cacheFolder(), config.repository(), Artifact.REGISTRY, localRepository);
  }

  /**
   * The folder the server is unpacked in.
   *
   * @throws StartupException when it is not there yet and cannot be fetched or written
   */
  Path unpacked() {
    Path unpacked = folder.resolve(artifact.baseName());
    if (Files.isDirectory(unpacked)) {
      return unpacked;
    }
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve(artifact.baseName() + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && !Files.isDirectory(unpacked)) {
          unpack(archive(), unpacked);
        }
      }
      return unpacked;
    } catch (IOException e) {
      throw new StartupException(
          "The schema registry cannot be unpacked in " + folder + " (" + e + ")", FIX, e);
    }
  }

  private Path archive() throws IOException {
    Path local = localRepository.resolve(artifact.path());
    if (artifact.isIn(local)) {
      return local;
    }
    Path partial = folder.resolve(artifact.fileName() + ".part");
    URI source = artifact.in(repository);
    LOG.info(
        "Fetching the schema registry once: {} MB from {} into {}",
        artifact.megabytes(),
        Addresses.withoutUser(source.toString()),
        folder);
    try {
      Download.fetch(source, partial);
      if (!artifact.isIn(partial)) {
        // The rest of an earlier attempt may be corrupt, so the whole file is fetched once more.
        Files.delete(partial);
        Download.fetch(source, partial);
      }
    } catch (IOException e) {
      if (e instanceof FileSystemException || DiskSpace.isExhausted(e)) {
        // A failure of this machine, not of the network.
        throw e;
      }
      throw notFetched(source, e.toString(), e);
    }
    if (!artifact.isIn(partial)) {
      Files.delete(partial);
      throw notFetched(source, "the downloaded file is not the published one", null);
    }
    return partial;
  }

  private static StartupException notFetched(URI source, String reason, Throwable cause) {
    return new StartupException(
        "The schema registry cannot be fetched from "
            + Addresses.withoutUser(source + " (" + reason + ")"),
        "Check the network, name a mirror of Maven Central in "
            + RegistryProcessConfig.REPOSITORY_VARIABLE
            + ", or use a registry you have",
        cause);
  }

  private void unpack(Path archive, Path unpacked) throws IOException {
    Path beingUnpacked = folder.resolve(artifact.baseName() + ".tmp");
    Utils.delete(beingUnpacked.toFile());
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(
                new BufferedInputStream(Files.newInputStream(archive))))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = beingUnpacked.resolve(entry.getName()).normalize();
        if (!target.startsWith(beingUnpacked)) {
          throw new IOException("The archive points out of its folder: " + entry.getName());
        }
        if (entry.isFile()) {
          Files.createDirectories(target.getParent());
          Files.copy(tar, target);
        }
      }
    }
    Files.move(beingUnpacked, unpacked, StandardCopyOption.ATOMIC_MOVE);
    if (archive.startsWith(folder)) {
      Files.delete(archive);
    }
  }
}
