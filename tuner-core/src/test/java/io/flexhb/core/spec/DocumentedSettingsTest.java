package io.flexhb.core.spec;

import static io.flexhb.core.spec.StudyTrees.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** That the reference of the study file lists what there is, and nothing else. */
class DocumentedSettingsTest {

  /** A key that has a row of its own in a table, or shares one: at the beginning of a line. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\|((?: `[^`]+`,?)+) \\|");

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void shouldListEachSwitch() throws IOException {
    Set<String> listed = rows("suggestions.md", "## The switches of the samplers");
    listed.addAll(rows("study-file.md", "## Switches"));

    assertThat(listed).containsExactlyInAnyOrderElementsOf(Switch.keys());
  }

  @Test
  void shouldListEachKeyOfAStudyFile() throws IOException {
    Map<String, Object> tree = with("algorithm", "flexhb");
    StudyTrees.put(tree, "resource/step", 0.5);
    StudyTrees.put(tree, "objective/strategy", "best");
    StudyTrees.put(tree, "limits/budget", 1_000_000);
    StudyTrees.put(tree, "limits/trials", 9);
    StudyTrees.put(tree, "limits/loops", 9);
    StudyTrees.put(tree, "limits/deadline", "1d");
    StudyTrees.put(tree, "limits/target", 0.5);
    StudyTrees.put(
        tree, "space/units", StudyTrees.map("type", "ordinal", "values", List.of(8, 16, 32)));
    StudyTrees.put(tree, "forbidden", List.of(StudyTrees.map("units", 8)));
    Map<String, Object> written = StudySpecWriter.toTree(StudySpecReader.read(tree).orElseThrow());
    Set<String> keys = new TreeSet<>(Set.of("space", "switches", "limits"));
    written.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> section && !Set.of("space", "switches").contains(key)) {
            section.keySet().forEach(inner -> keys.add(key + "." + inner));
          } else {
            keys.add(key);
          }
        });

    Set<String> listed = rows("study-file.md", "# The study file");
    listed.addAll(rows("study-file.md", "## Limits"));

    assertThat(listed).containsExactlyInAnyOrderElementsOf(keys);
  }

  /** What the tables under a heading have in their first column. */
  private static Set<String> rows(String page, String heading) throws IOException {
    String text = Files.readString(Path.of("..", "docs", page));
    assertThat(text).contains(heading + "\n");
    String after = text.substring(text.indexOf(heading + "\n") + heading.length());
    int end = after.indexOf("\n## ");
    return ROW.matcher(end < 0 ? after : after.substring(0, end))
        .results()
        .flatMap(row -> CODE.matcher(row.group(1)).results())
        .map(code -> code.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
