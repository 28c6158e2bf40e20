package io.flexhb.standalone.chaos;

import io.flexhb.standalone.FlexHb;
import java.util.ArrayList;
import java.util.List;

/** Runs in a process of its own: {@code flexhb tuner} with the settings in a file. */
final class TunerRole {

  private TunerRole() {}

  /**
   * @param args the file, and options of the command
   */
  public static void main(String[] args) {
    EndsWithParent.watch();
    List<String> command = new ArrayList<>(List.of("tuner", "-c"));
    command.addAll(List.of(args));
    FlexHb.main(command.toArray(String[]::new));
  }
}
