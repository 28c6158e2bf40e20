package io.flexhb.standalone.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Links between the pages of the project lead somewhere, to the heading that they name. */
class DocLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");

  /** Code in a page is not prose. */
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");

  @Test
  void shouldLeadToFilesAndHeadingsThatExist() throws IOException {
    List<String> broken = new ArrayList<>();
    List<Path> pages = pages();
    for (Path page : pages) {
      Matcher links = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
      while (links.find()) {
        if (!links.group(1).contains(":") && !leadsSomewhere(page, links.group(1))) {
          broken.add(ROOT.relativize(page) + ": " + links.group(1));
        }
      }
    }
    assertThat(pages)
        .hasSizeGreaterThan(20)
        .contains(ROOT.resolve("SECURITY.md"), ROOT.resolve("dashboards/README.md"));
    assertThat(broken).isEmpty();
  }

  /** All pages of the checkout but those that builds and tools put there. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean made = name.equals("target") || name.startsWith(".");
            return made && !folder.equals(ROOT)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return hash < 0
        || !file.toString().endsWith(".md")
        || anchors(file).contains(link.substring(hash + 1));
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path page) throws IOException {
    String text = Files.readString(page).replaceAll("(?s)```.*?```", "");
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").trim().replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
