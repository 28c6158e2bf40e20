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
              "flexhb: the Kafka broker in this process cannot go on, most likely because the disk"
                  + " of its folder is full or fails (of 'dev' --data, of 'demo' java.io.tmpdir)."
                  + " Make room, and start again; what 'dev' had stored is kept.");
          Runtime.getRuntime().halt(ExitCode.ENVIRONMENT);
        });
  }
}
