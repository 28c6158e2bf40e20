package io.flexhb.standalone.cli;

import org.apache.kafka.common.utils.internals.Exit;

/** The end of a process whose Kafka broker, unable to go on, ends it at once. */
public final class BrokerEnd {

  private BrokerEnd() {}

  /** From now on such an end is told in a line and has its exit code. */
  public static void tellInThisProcess() {
    Exit.setHaltProcedure(
        (status, message) -> {
          System.err.println(
              "flexhb: the Kafka broker in this process cannot go on, most likely because its disk"
                  + " is full or fails; what is logged above says more. Data are kept: make room,"
                  + " and start again.");
          Runtime.getRuntime().halt(ExitCode.ENVIRONMENT);
        });
  }
}
