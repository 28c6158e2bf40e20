package io.flexhb.standalone.registry;

import io.flexhb.registry.Addresses;
import io.flexhb.standalone.system.Ports;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How to start a {@link RegistryProcess}.
 *
 * @param cacheFolder where the server is unpacked, once for all runs
 * @param repository the Maven repository the server is fetched from at first use
 * @param dataFolder where schemas are kept from run to run; empty keeps them in memory only
 * @param port the port clients connect to on 127.0.0.1; 0 takes a free one at each start
 * @param startLimit how long a start may take, not counting the fetching
 * @param javaHome the Java the server runs on, 17 or later
 */
public record RegistryProcessConfig(
    Path cacheFolder,
    URI repository,
    Optional<Path> dataFolder,
    int port,
    Duration startLimit,
    Path javaHome) {

  /** Environment variable that names a mirror of Maven Central. */
  public static final String REPOSITORY_VARIABLE = "FLEXHB_MAVEN_REPO";

  private static final Set<String> SCHEMES = Set.of("http", "https", "file");

  private static final String MAVEN_CENTRAL = "https://repo.maven.apache.org/maven2";

  /**
   * @throws IllegalArgumentException when the port is out of range or the data folder has a
   *     semicolon in its name, which the database in it takes for the end of the name
   */
  public RegistryProcessConfig {
    Objects.requireNonNull(cacheFolder, "cacheFolder");
    Objects.requireNonNull(repository, "repository");
    Objects.requireNonNull(startLimit, "startLimit");
    Objects.requireNonNull(javaHome, "javaHome");
    Ports.problem("port", port)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    dataFolder.ifPresent(
        folder -> {
          if (folder.toString().contains(";")) {
            throw new IllegalArgumentException(
                "the registry's data folder must have no ';' in its name, is " + folder);
          }
        });
  }

  /**
   * In memory, on a free port, with the server in {@code ~/.flexhb/cache}.
   *
   * @param environment where {@value #REPOSITORY_VARIABLE} is looked up
   * @throws IllegalArgumentException when that variable holds no address
   */
  public static RegistryProcessConfig of(Map<String, String> environment) {
    String repository = environment.getOrDefault(REPOSITORY_VARIABLE, MAVEN_CENTRAL);
    return new RegistryProcessConfig(
        Path.of(System.getProperty("user.home"), ".flexhb", "cache"),
        repositoryAt(repository),
        Optional.empty(),
        0,
        Duration.ofSeconds(60),
        Path.of(System.getProperty("java.home")));
  }

  private static URI repositoryAt(String address) {
    try {
      URI uri = new URI(address);
      if (uri.isAbsolute() && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
        return uri;
      }
    } catch (URISyntaxException noAddress) {
      // Reported below, like an address without a scheme.
    }
    throw new IllegalArgumentException(
        REPOSITORY_VARIABLE
            + " must be an address such as "
            + MAVEN_CENTRAL
            + ", is "
            + Addresses.withoutUser(address));
  }

  /** A copy with this cache folder. */
  public RegistryProcessConfig withCacheFolder(Path folder) {
    return new RegistryProcessConfig(folder, repository, dataFolder, port, startLimit, javaHome);
  }

  /** A copy with this data folder. */
  public RegistryProcessConfig withDataFolder(Path folder) {
    return new RegistryProcessConfig(
        cacheFolder, repository, Optional.of(folder), port, startLimit, javaHome);
  }

  /** A copy with this port. */
  public RegistryProcessConfig withPort(int newPort) {
    return new RegistryProcessConfig(
        cacheFolder, repository, dataFolder, newPort, startLimit, javaHome);
  }

  /** A copy with another Java for the server. */
  public RegistryProcessConfig withJavaHome(Path home) {
    return new RegistryProcessConfig(cacheFolder, repository, dataFolder, port, startLimit, home);
  }

  /** A copy with another limit on the start. */
  public RegistryProcessConfig withStartLimit(Duration limit) {
    return new RegistryProcessConfig(cacheFolder, repository, dataFolder, port, limit, javaHome);
  }
}
