package io.flexhb.standalone.broker;

import io.flexhb.standalone.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports of this machine's loopback address. */
final class Ports {

  private Ports() {}

  /** A port that is free at this moment. */
  static int free() {
    try (ServerSocket socket = new ServerSocket()) {
      bind(socket, 0);
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new StartupException(
          "No free port on 127.0.0.1 (" + e.getMessage() + ")",
          "Look for a process that holds very many connections",
          e);
    }
  }

  /** Whether a server could listen on the port at this moment. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      bind(socket, port);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void bind(ServerSocket socket, int port) throws IOException {
    // As Kafka does: a port whose last connections are only waiting to be forgotten is free.
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
  }
}
