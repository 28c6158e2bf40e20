package io.flexhb.standalone.it;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A schema registry over HTTP for several JVMs of one test: it gives each schema an id and the
 * schema back for its id, and finds every schema compatible.
 */
public final class RegistryForTests implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Optional<Path> file;
  private final List<String> schemas;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger failuresLeft = new AtomicInteger();
  private volatile String compatibility = "BACKWARD";
  private final HttpServer server;

  private RegistryForTests(int port, Optional<Path> file) {
    this.file = file;
    try {
      schemas =
          file.isPresent() && Files.exists(file.get())
              ? new ArrayList<>(Files.readAllLines(file.get()))
              : new ArrayList<>();
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/subjects/", this::register);
    server.createContext("/schemas/ids/", this::byId);
    server.createContext(
        "/config",
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/config")) {
            answer(exchange, 200, Map.of("compatibilityLevel", compatibility));
          } else {
            answer(exchange, 404, Map.of("error_code", 40408, "message", "not configured"));
          }
        });
    server.start();
  }

  /** A registry on a free port. */
  public static RegistryForTests start() {
    return new RegistryForTests(0, Optional.empty());
  }

  /**
   * One that knows its ids again when it is started on the same file, however it ended.
   *
   * @param port 0 takes a free one
   */
  public static RegistryForTests start(int port, Path file) {
    return new RegistryForTests(port, Optional.of(file));
  }

  /** Answers the next requests with an error of its own, as while its store is not up. */
  public RegistryForTests failing(int requests) {
    failuresLeft.set(requests);
    return this;
  }

  /** What it says of the rule for new schemas. */
  public void compatibility(String rule) {
    compatibility = rule;
  }

  /** How many of these failures are still to come. */
  public int failuresLeft() {
    return Math.max(0, failuresLeft.get());
  }

  /** One that knows these schemas, by ids from 1. */
  public static RegistryForTests with(List<String> known) {
    RegistryForTests registry = start();
    synchronized (registry) {
      registry.schemas.addAll(known);
    }
    return registry;
  }

  /** What clients put into {@code schema.registry.url}. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void register(HttpExchange exchange) throws IOException {
    String schema = JSON.readTree(exchange.getRequestBody()).get("schema").asText();
    answer(exchange, 200, Map.of("id", idOf(schema)));
  }

  private synchronized int idOf(String schema) throws IOException {
    int known = schemas.indexOf(schema);
    if (known >= 0) {
      return known + 1;
    }
    if (file.isPresent()) {
      // A schema is JSON without line breaks.
      Files.writeString(
          file.get(), schema + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    schemas.add(schema);
    return schemas.size();
  }

  private void byId(HttpExchange exchange) throws IOException {
    int id = Integer.parseInt(exchange.getRequestURI().getPath().replaceAll(".*/", ""));
    String schema;
    synchronized (this) {
      schema = id >= 1 && id <= schemas.size() ? schemas.get(id - 1) : "";
    }
    if (schema.isEmpty()) {
      answer(exchange, 404, Map.of("error_code", 40403, "message", "Schema not found"));
    } else {
      answer(exchange, 200, Map.of("schema", schema));
    }
  }

  private void answer(HttpExchange exchange, int wanted, Object answer) throws IOException {
    boolean fails = failuresLeft.getAndDecrement() > 0;
    int status = fails ? 500 : wanted;
    Object body = fails ? Map.of("error_code", 50001, "message", "store is down") : answer;
    try (exchange) {
      byte[] bytes = JSON.writeValueAsBytes(body);
      exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
