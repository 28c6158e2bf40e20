package io.flexhb.standalone.registry;

import io.flexhb.registry.Addresses;
import io.flexhb.standalone.system.DiskSpace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Downloads a large file into a partial one, and resumes where an earlier attempt broke off. */
final class Download {

  private static final Logger LOG = LoggerFactory.getLogger(Download.class);

  private static final int ATTEMPTS = 3;
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(20);

  /** A connection that delivers no byte for this long is considered dead. */
  private static final Duration STALL_LIMIT = Duration.ofSeconds(30);

  private static final int BUFFER_BYTES = 1 << 16;

  private Download() {}

  /**
   * Returns when {@code partial} holds the whole file; its content is not checked.
   *
   * @throws IOException when the server refuses, or three attempts broke off; the part received so
   *     far is kept
   */
  static void fetch(URI source, Path partial) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        fetchRest(source, partial);
        return;
      } catch (FileNotFoundException e) {
        throw e;
      } catch (IOException e) {
        if (attempt == ATTEMPTS || DiskSpace.isExhausted(e)) {
          throw e;
        }
        LOG.warn(
            "Fetching {} was cut off; resuming it", Addresses.withoutUser(source + " (" + e + ")"));
      }
    }
  }

  private static void fetchRest(URI source, Path partial) throws IOException {
    long present = Files.exists(partial) ? Files.size(partial) : 0;
    URLConnection connection = source.toURL().openConnection();
    connection.setConnectTimeout(Math.toIntExact(CONNECT_LIMIT.toMillis()));
    connection.setReadTimeout(Math.toIntExact(STALL_LIMIT.toMillis()));
    boolean resumed = false;
    if (connection instanceof HttpURLConnection http) {
      if (present > 0) {
        http.setRequestProperty("Range", "bytes=" + present + "-");
      }
      int status = http.getResponseCode();
      if (status == 416) {
        // There is nothing after this offset: the file is complete, or not a part of this one at
        // all.
        return;
      }
      if (status >= 400 && status < 500) {
        throw new FileNotFoundException("HTTP status " + status);
      }
      if (status != HttpURLConnection.HTTP_OK && status != HttpURLConnection.HTTP_PARTIAL) {
        throw new IOException("HTTP status " + status);
      }
      resumed = status == HttpURLConnection.HTTP_PARTIAL;
    }
    append(connection, partial, resumed ? present : 0);
  }

  private static void append(URLConnection connection, Path partial, long present)
      throws IOException {
    long expected = connection.getContentLengthLong();
    long received = 0;
    Progress progress = new Progress(present + expected);
    try (InputStream in = connection.getInputStream();
        OutputStream out =
            Files.newOutputStream(
                partial,
                StandardOpenOption.CREATE,
                present > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        received += n;
        progress.at(present + received);
      }
    }
    if (expected >= 0 && received < expected) {
      throw new IOException("only " + received + " of " + expected + " bytes arrived");
    }
  }

  /** Logs the progress at every quarter. */
  private static final class Progress {
    private final long total;
    private long saidQuarters;

    Progress(long total) {
      this.total = total;
    }

    void at(long bytes) {
      long quarters = total > 0 ? 4 * bytes / total : 0;
      if (quarters > saidQuarters && quarters < 4) {
        saidQuarters = quarters;
        LOG.info("{} % fetched", 25 * quarters);
      }
    }
  }
}
