package io.flexhb.standalone.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * Stands before a server of this machine and passes on what clients send, as late as it is told.
 * While the server is away, so is what stands before it: connections are closed.
 */
final class SlowProxy implements AutoCloseable {

  private static final int BUFFER = 8_192;

  private final ServerSocket clients;
  private final int server;
  private volatile Duration delay = Duration.ZERO;

  /**
   * @param server port of the server, which need not run yet
   */
  SlowProxy(int server) {
    this.server = server;
    try {
      this.clients = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon("slow-proxy", this::accept);
  }

  int port() {
    return clients.getLocalPort();
  }

  /** Holds back what clients send from now on for so long. */
  void delay(Duration time) {
    delay = time;
  }

  private void accept() {
    while (!clients.isClosed()) {
      try {
        Socket client = clients.accept();
        daemon("slow-proxy-connection", () -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket behind = new Socket(InetAddress.getLoopbackAddress(), server)) {
      Thread back =
          daemon(
              "slow-proxy-back",
              () -> {
                pump(behind, client, false);
                close(client);
              });
      pump(client, behind, true);
      close(behind);
      back.join();
    } catch (IOException away) {
      // The client sees its connection closed, as it would if the server itself were gone.
      close(client);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void pump(Socket from, Socket to, boolean held) {
    byte[] buffer = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (held) {
          Thread.sleep(delay.toMillis());
        }
        out.write(buffer, 0, read);
        out.flush();
      }
    } catch (IOException ended) {
      // One side is gone, so the other one is let go.
      close(to);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() {
    try {
      clients.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
