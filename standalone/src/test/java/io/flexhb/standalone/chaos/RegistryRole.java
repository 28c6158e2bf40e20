package io.flexhb.standalone.chaos;

import io.flexhb.standalone.it.RegistryForTests;
import java.nio.file.Path;

/** Runs in a process of its own: a schema registry that keeps its ids in a file. */
final class RegistryRole {

  private RegistryRole() {}

  /**
   * @param args port and file
   */
  public static void main(String[] args) throws InterruptedException {
    EndsWithParent.watch();
    RegistryForTests.start(Integer.parseInt(args[0]), Path.of(args[1]));
    Thread.currentThread().join();
  }
}
