package io.flexhb.standalone.cli.process;

import io.flexhb.standalone.cli.base.ExitCode;
import org.apache.kafka.common.utils.internals.Exit;

/** Reports that an embedded Kafka broker that cannot continue halts this process. */
public final class BrokerHaltHandler {

  private BrokerHaltHandler() {}

  /** From now on such a halt prints one line and exits with {@link ExitCode#ENVIRONMENT}. */
  public static void install() {
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
