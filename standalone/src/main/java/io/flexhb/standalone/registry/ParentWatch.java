package io.flexhb.standalone.registry;

import java.io.IOException;

/**
 * The main class of the registry's JVM: it runs the server, and ends it when the process that
 * started it is gone.
 *
 * <p>The operating system closes the pipe to our standard input when the parent ends, however it
 * ends. The class is copied out of FlexHB's jar and placed after the server's own jars on the class
 * path, so it may use only the JDK.
 */
final class ParentWatch {

  private static final long ORDERLY_EXIT_MS = 3_000;

  private ParentWatch() {}

  /**
   * @param args the class whose {@code main} is the server
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    startDaemon("parent-watch", ParentWatch::exitWithParent);
    Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
  }

  private static void exitWithParent() {
    awaitEndOfInput();
    startDaemon("parent-watch-halt", ParentWatch::haltLater);
    System.exit(0);
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // The parent sends nothing; only the end counts.
      }
    } catch (IOException e) {
      System.err.println("Standard input is broken, so the parent is considered gone: " + e);
    }
  }

  private static void haltLater() {
    try {
      Thread.sleep(ORDERLY_EXIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(1);
  }

  private static void startDaemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }
}
