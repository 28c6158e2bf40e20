package io.flexhb.standalone.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/** Ports of this machine's loopback address. */
public final class Ports {

  private static final int LARGEST = 65_535;

  private Ports() {}

  /**
   * Why a number cannot be given as the port of a server, if it cannot; 0 stands for any free one.
   *
   * @param name of what it was given for
   */
  public static Optional<String> problem(String name, int number) {
    return number >= 0 && number <= LARGEST
        ? Optional.empty()
        : Optional.of(name + " must be 0 (free) to " + LARGEST + ", is " + number);
  }

  /** A port that is free at this moment. */
  public static int free() {
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
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      bind(socket, port);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The failure for a port that is not free. */
  public static StartupException taken(int port, Throwable cause) {
    return new StartupException(
        "Port " + port + " is taken by another process",
        "Stop that one, or give another port (0 takes a free one)",
        cause);
  }

  private static void bind(ServerSocket socket, int port) throws IOException {
    // As Kafka does: a port whose last connections are in TIME_WAIT counts as free.
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
  }
}
