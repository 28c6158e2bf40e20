package io.flexhb.standalone.cli.process;

import com.sun.management.UnixOperatingSystemMXBean;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The limits of a process. If they are too low, parts fail late and one by one, each with its own
 * message, or the JVM spends its time on garbage collection. So they are checked before anything
 * starts.
 *
 * @param openFiles maximum number of files and connections open at once
 * @param heapBytes maximum heap size
 */
public record ProcessLimits(long openFiles, long heapBytes) {

  /** Needs of a broker, a tuner and some trainers in one process: measured, with a margin. */
  public static final ProcessLimits FOR_ALL_IN_ONE = new ProcessLimits(512, 72L << 20);

  /** Needs of a tuner. */
  public static final ProcessLimits FOR_A_TUNER = new ProcessLimits(256, 40L << 20);

  private static final long MEGABYTE = 1L << 20;

  static ProcessLimits ofThisProcess() {
    long files =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE;
    return new ProcessLimits(files, Runtime.getRuntime().maxMemory());
  }

  /** The limits that are too low and how to raise them, one line each. */
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
   * Returns normally when the limits of this process are high enough.
   *
   * @throws CommandFailure naming all limits that are too low
   */
  public static void require(ProcessLimits least) {
    List<String> problems = ofThisProcess().lacking(least);
    if (!problems.isEmpty()) {
      throw CommandFailure.environment(String.join("\n  ", problems), null);
    }
  }
}
