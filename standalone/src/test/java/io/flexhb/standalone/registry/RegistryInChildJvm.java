package io.flexhb.standalone.registry;

import io.flexhb.standalone.it.ChildJvm;
import java.nio.file.Path;
import java.util.List;

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
            ChildJvm.command(RegistryInChildJvm.class, List.of(cacheFolder.toString())))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
