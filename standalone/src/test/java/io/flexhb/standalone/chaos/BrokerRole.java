package io.flexhb.standalone.chaos;

import io.flexhb.standalone.broker.BrokerConfig;
import io.flexhb.standalone.broker.EmbeddedBroker;
import java.nio.file.Path;

/** Runs in a process of its own: the embedded broker. */
final class BrokerRole {

  private BrokerRole() {}

  /**
   * @param args folder and port
   */
  public static void main(String[] args) throws InterruptedException {
    EndsWithParent.watch();
    EmbeddedBroker.start(BrokerConfig.in(Path.of(args[0])).withPort(Integer.parseInt(args[1])));
    Thread.currentThread().join();
  }
}
