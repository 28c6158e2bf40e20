package io.flexhb.standalone.chaos;

import io.flexhb.standalone.FlexHb;

/** Runs in a process of its own: {@code flexhb tuner} with the settings in a file. */
final class TunerRole {

  private TunerRole() {}

  /**
   * @param args the file
   */
  public static void main(String[] args) {
    EndsWithParent.watch();
    FlexHb.main(new String[] {"tuner", "-c", args[0]});
  }
}
