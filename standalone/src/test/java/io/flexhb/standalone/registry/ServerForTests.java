package io.flexhb.standalone.registry;

import io.flexhb.standalone.system.StartupException;

/** The registry's server, for tests of other packages. */
public final class ServerForTests {

  private ServerForTests() {}

  /**
   * Returns once it lies where {@code flexhb dev registry} finds it.
   *
   * @throws StartupException when it is not there and cannot be fetched
   */
  public static void fetch() {
    ServerCache.of(RegistryProcessConfig.of(System.getenv())).unpacked();
  }
}
