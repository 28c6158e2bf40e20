package io.flexhb.emitter.agent;

import io.flexhb.emitter.agent.process.ProcessGroup;
import io.flexhb.emitter.agent.source.MetricSource;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls the sources of a script's metrics while it is alive, on a thread of its own. */
final class SourcePoller {

  private static final Logger LOG = LoggerFactory.getLogger(SourcePoller.class);
  private static final long EVERY_MILLIS = 200;

  private final List<MetricSource> sources;
  private final ProcessGroup group;
  private final Thread thread = new Thread(this::run, "flexhb-script-sources");
  private volatile String lastFailure = "";

  SourcePoller(List<MetricSource> sources, ProcessGroup group) {
    this.sources = sources;
    this.group = group;
    thread.setDaemon(true);
    if (!sources.isEmpty()) {
      thread.start();
    }
  }

  private void run() {
    try {
      while (!group.awaitExit(java.time.Duration.ofMillis(EVERY_MILLIS))) {
        poll();
      }
    } catch (InterruptedException lastFailure) {
      Thread.currentThread().interrupt();
    }
  }

  /** Polls once more after the script has ended: its last metrics count too. */
  void finish() throws InterruptedException {
    if (!sources.isEmpty()) {
      thread.join();
      poll();
    }
  }

  private void poll() {
    for (MetricSource source : sources) {
      try {
        source.poll();
      } catch (IOException notNow) {
        if (!notNow.toString().equals(lastFailure)) {
          lastFailure = notNow.toString();
          LOG.debug("No metrics available now: {}", lastFailure);
        }
      }
    }
  }
}
