package io.flexhb.registry;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** An HTTP server that gives the same answers to all requests and remembers their headers. */
final class FakeRegistry implements AutoCloseable {

  /** An answer. */
  record Reply(int status, String body) {}

  private final List<Headers> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final HttpServer server;

  private FakeRegistry(List<Reply> replies, boolean silent) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestHeaders());
          if (silent) {
            awaitClose();
          }
          Reply reply = replies.get(Math.min(asked.size(), replies.size()) - 1);
          byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(reply.status(), bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  static FakeRegistry answering(int status, String body) {
    return answering(new Reply(status, body));
  }

  /** Gives one answer after another; the last one repeats. */
  static FakeRegistry answering(Reply... replies) {
    return new FakeRegistry(List.of(replies), false);
  }

  /** Accepts requests and does not answer them. */
  static FakeRegistry silent() {
    return new FakeRegistry(List.of(new Reply(500, "")), true);
  }

  /** A URL where nothing listens. */
  static String closedUrl() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String authority() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  String url() {
    return "http://" + authority();
  }

  Headers lastHeaders() {
    return asked.get(asked.size() - 1);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }

  private void awaitClose() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
