package io.flexhb.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class RegistryPathProbeTest {

  @Test
  void shouldFindTheRegistryOfDevBelowItsPath() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> answer(exchange, 404));
    server.createContext("/apis/ccompat/v7/subjects", exchange -> answer(exchange, 200));
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      assertThat(RegistryPathProbe.resolve(url)).isEqualTo(url + "/apis/ccompat/v7");
    } finally {
      server.stop(0);
    }
    assertThat(RegistryPathProbe.resolve(url)).as("nothing answers").isEqualTo(url);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }
}
