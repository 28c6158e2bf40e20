package io.flexhb.standalone.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of {@code docs/reference} that the code writes; {@code -Dgolden.write=true} writes it. */
public final class GeneratedPage {

  private static final Path FOLDER = Path.of("../docs/reference");

  private GeneratedPage() {}

  /**
   * Fails when the page is not what the code says today.
   *
   * @param file its name, such as {@code metrics.md}
   * @param text what it has to be
   */
  public static void requireUpToDate(String file, String text) {
    Path page = FOLDER.resolve(file);
    try {
      if (Boolean.getBoolean("golden.write")) {
        Files.createDirectories(FOLDER);
        Files.writeString(page, text);
      }
      assertThat(Files.readString(page))
          .as("%s; -Dgolden.write=true writes it anew", page)
          .isEqualTo(text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Text as a cell of a table. */
  public static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }
}
