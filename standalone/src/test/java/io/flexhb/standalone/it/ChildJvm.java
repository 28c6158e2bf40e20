package io.flexhb.standalone.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start a class of these tests in a JVM of its own, as cheaply as a JVM starts. */
public final class ChildJvm {

  private ChildJvm() {}

  public static List<String> command(Class<?> main, List<String> arguments) {
    return command(List.of(), main, arguments);
  }

  /**
   * @param options of the JVM, such as its heap
   */
  public static List<String> command(List<String> options, Class<?> main, List<String> arguments) {
    return command(options, System.getProperty("java.class.path"), main.getName(), arguments);
  }

  /**
   * @param main name of a class or path of a source file
   */
  public static List<String> command(
      List<String> options, String classPath, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    return List.copyOf(command);
  }
}
