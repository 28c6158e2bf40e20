package io.flexhb.standalone.cli.process;

import com.sun.management.UnixOperatingSystemMXBean;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process may use. With too little of it parts fail one by one and late, each in its own
 * words, or the JVM spends its time looking for memory; so it is looked at before anything starts.
 *
 * @param openFiles how many files and connections may be open at once
 * @param heapBytes largest heap
 */
public record ProcessLimits(long openFiles, long heapBytes) {

  /** Of a broker, a tuner and some trainers in one process; measured, and then some. */
  public static final ProcessLimits FOR_ALL_IN_ONE = new ProcessLimits(512, 72L << 20);

  /** Of a tuner. */
  public static final ProcessLimits FOR_A_TUNER = new ProcessLimits(256, 40L << 20);

  private static final long MEGABYTE = 1L << 20;

  static ProcessLimits ofThisProcess() {
    long files =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE;
    return new ProcessLimits(files, Runtime.getRuntime().maxMemory());
  }

  /** What there is too little of, and how to get more: one line each. */
  List<String> lacking(ProcessLimits least) {
    List<String> problems = new ArrayList<>();
    if (openFiles < least.openFiles) {
      problems.add(
          "only %d files may be open at once, %d are needed: 'ulimit -n %d' allows them"
              .formatted(openFiles, least.openFiles, 2 * least.openFiles));
    }
    if (heapBytes < least.heapBytes) {
      problems.add(
          "the JVM has a heap of %d MB, %d MB are needed: FLEXHB_JAVA_OPTS=-Xmx%dm gives them"
              .formatted(
                  heapBytes / MEGABYTE,
                  least.heapBytes / MEGABYTE,
                  2 * least.heapBytes / MEGABYTE));
    }
    return problems;
  }

  /**
   * Nothing, when this process may use what is needed.
   *
   * @throws CommandFailure which tells of all that is too little
   */
  public static void require(ProcessLimits least) {
    List<String> problems = ofThisProcess().lacking(least);
    if (!problems.isEmpty()) {
      throw CommandFailure.environment(String.join("\n  ", problems), null);
    }
  }
}
