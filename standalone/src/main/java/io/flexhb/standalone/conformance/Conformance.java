package io.flexhb.standalone.conformance;

import io.flexhb.topics.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tests a client: one run for each fault, two at a time, each in its own study. */
public final class Conformance {

  private static final long PATIENCE_MILLIS = 150_000;
  private static final int AT_ONCE = 2;

  private final String bootstrapServers;
  private final String registry;
  private final String prefix;
  private final Path folder;

  /**
   * Uses a running broker and registry.
   *
   * @param prefix of topics that do not exist yet
   * @param folder for checkpoints and what clients print
   */
  public Conformance(String bootstrapServers, String registry, String prefix, Path folder) {
    this.bootstrapServers = bootstrapServers;
    this.registry = registry;
    this.prefix = prefix;
    this.folder = folder;
  }

  /**
   * Tests a client with each fault.
   *
   * @param command starts the client; {@code {study}} and {@code {folder}} are filled in
   * @param each whether each kind of message is also disturbed alone
   */
  public List<RunVerdict> tryClient(List<String> command, boolean each)
      throws InterruptedException {
    ConformanceTopics.prepare(bootstrapServers, registry, Topics.withPrefix(prefix));
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<RunVerdict>> runs = new ArrayList<>();
      for (Fault fault : Fault.values()) {
        runs.add(
            threads.submit(
                () -> run(fault.toString(), fault, EnumSet.allOf(Message.class), command)));
        if (each && fault != Fault.NONE) {
          for (Message message : Message.values()) {
            String name = message + " " + fault.name().toLowerCase(Locale.ROOT);
            runs.add(threads.submit(() -> run(name, fault, Set.of(message), command)));
          }
        }
      }
      List<RunVerdict> verdicts = new ArrayList<>();
      for (Future<RunVerdict> run : runs) {
        verdicts.add(run.get());
      }
      return verdicts;
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(failed.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private RunVerdict run(String name, Fault fault, Set<Message> kinds, List<String> command)
      throws InterruptedException {
    String study = "conformance-" + name.replaceAll("[^A-Za-z]+", "-").toLowerCase(Locale.ROOT);
    Path own = folder.resolve(study);
    try {
      Files.createDirectories(own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> connection =
        Map.of(
            "FLEXHB_BOOTSTRAP_SERVERS", bootstrapServers,
            "FLEXHB_SCHEMA_REGISTRY_URL", registry,
            "FLEXHB_TOPIC_PREFIX", prefix);
    return new ClientRun(name, study, fault, kinds).play(connection, command, own, PATIENCE_MILLIS);
  }
}
