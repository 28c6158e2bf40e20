package io.flexhb.service.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flexhb.service.failure.TunerException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves read-only pages on a port of this host. Thread-safe. */
public final class HttpEndpoint implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);

  /** Probes must be answered while a scrape is served. */
  private static final int THREADS = 2;

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAILED = 500;
  private static final String TEXT = "text/plain; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads;
  private final String host;
  private final Map<String, Page> pages;

  private HttpEndpoint(
      HttpServer server, ExecutorService threads, String host, Map<String, Page> pages) {
    this.server = server;
    this.threads = threads;
    this.host = host;
    this.pages = Map.copyOf(pages);
  }

  /**
   * Opens the port.
   *
   * @param port 0 takes a free one
   * @param pages by path
   * @param setting the setting to change when the port cannot be opened, for the message
   * @throws TunerException when the port cannot be opened at the address
   */
  public static HttpEndpoint open(String host, int port, Map<String, Page> pages, String setting) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new TunerException("there is no host " + host + ": see " + setting, null);
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "flexhb-http");
              thread.setDaemon(true);
              return thread;
            });
    try {
      HttpServer server = HttpServer.create(address, 0);
      HttpEndpoint endpoint = new HttpEndpoint(server, threads, host, pages);
      server.setExecutor(threads);
      server.createContext("/", endpoint::handle);
      server.start();
      return endpoint;
    } catch (IOException failed) {
      threads.shutdownNow();
      String why =
          failed instanceof BindException
              ? "it is taken by another process, or the address is not this host's"
              : failed.getMessage();
      throw new TunerException(
          "cannot listen on " + host + ":" + port + ": " + why + "; change " + setting, failed);
    }
  }

  /** The address of the pages. */
  public URI url() {
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + shown + ":" + server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      Page.Answer answer =
          method.equals("GET") || method.equals("HEAD")
              ? answer(exchange)
              : text(NOT_ALLOWED, "read-only: use GET\n");
      exchange.getResponseHeaders().set("Content-Type", answer.contentType());
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      byte[] body = answer.body();
      if (method.equals("HEAD")) {
        exchange.sendResponseHeaders(answer.status(), -1);
        return;
      }
      exchange.sendResponseHeaders(answer.status(), body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  private Page.Answer answer(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    Page page = pages.get(path);
    if (page == null) {
      return text(
          path.equals("/") ? OK : NOT_FOUND,
          String.join("\n", pages.keySet().stream().sorted().toList()) + "\n");
    }
    try {
      String accept = exchange.getRequestHeaders().getFirst("Accept");
      return page.answer(accept == null ? "" : accept);
    } catch (IOException | RuntimeException failure) {
      LOG.warn("{} could not be answered", path, failure);
      return text(FAILED, "failed, see the log: " + failure + "\n");
    }
  }

  public static Page.Answer text(int status, String text) {
    return new Page.Answer(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
