package io.flexhb.standalone.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Ends this process together with the one that started it, however that one ends. */
public final class EndsWithParent {

  private EndsWithParent() {}

  /** Watches the standard input, a pipe that the operating system closes with the parent. */
  public static void watch() {
    Thread parent =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException gone) {
                throw new UncheckedIOException(gone);
              } finally {
                Runtime.getRuntime().halt(1);
              }
            },
            "ends-with-parent");
    parent.setDaemon(true);
    parent.start();
  }
}
