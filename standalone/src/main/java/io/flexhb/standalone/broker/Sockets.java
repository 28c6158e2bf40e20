package io.flexhb.standalone.broker;

import io.flexhb.standalone.system.Ports;
import io.flexhb.standalone.system.StartupException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The two sockets a broker listens on, bound before it starts.
 *
 * <p>This way the ports are known when the settings are written, and no other process can take a
 * free port between finding and using it.
 */
final class Sockets implements ServerSocketFactory {

  private final ServerSocketChannel clients;
  private final ServerSocketChannel controller;

  private Sockets(ServerSocketChannel clients, ServerSocketChannel controller) {
    this.clients = clients;
    this.controller = controller;
  }

  /**
   * @param port the port for clients; 0 takes a free one
   * @throws StartupException when it is taken
   */
  static Sockets bind(int port) {
    ServerSocketChannel clients = bindOne(port);
    try {
      return new Sockets(clients, bindOne(0));
    } catch (RuntimeException e) {
      close(clients);
      throw e;
    }
  }

  private static ServerSocketChannel bindOne(int port) {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        // A port whose last connections are in TIME_WAIT counts as free.
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel.configureBlocking(false);
        channel.bind(new InetSocketAddress(ServerSettings.HOST, port));
        return channel;
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (BindException e) {
      throw Ports.taken(port, e);
    } catch (IOException e) {
      throw new StartupException(
          "The broker cannot listen on port " + port + " (" + e.getMessage() + ")",
          "Give another port (0 takes a free one)",
          e);
    }
  }

  /** The port for clients. */
  int clientPort() {
    return clients.socket().getLocalPort();
  }

  /** The port between broker and controller. */
  int controllerPort() {
    return controller.socket().getLocalPort();
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listener, InetSocketAddress address, int backlog, int receiveBuffer) {
    return listener.equals(ServerSettings.CONTROLLER_LISTENER) ? controller : clients;
  }

  /** For a failed start; a running broker closes the sockets itself. */
  void close() {
    close(clients);
    close(controller);
  }

  private static void close(ServerSocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
