package io.flexhb.standalone.registry;

import java.nio.file.Path;

/** Starts a registry and waits, in a process that a test can kill. */
final class RegistryInChildJvm {

  private RegistryInChildJvm() {}

  public static void main(String[] args) throws InterruptedException {
    RegistryProcess registry =
        RegistryProcess.start(
            RegistryProcessConfig.of(System.getenv()).withCacheFolder(Path.of(args[0])));
    System.out.println("PID " + registry.pid());
    Thread.currentThread().join();
  }

  static ProcessBuilder command(Path cacheFolder) {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            RegistryInChildJvm.class.getName(),
            cacheFolder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
