package io.flexhb.standalone.registry;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file in a Maven repository, with the content it must have.
 *
 * @param path below the root of the repository
 * @param sha512 in lower-case hexadecimal
 * @param megabytes its size, for messages
 */
record Artifact(String path, String sha512, int megabytes) {

  /**
   * The registry server with all its libraries; its checksum is the one Maven Central publishes.
   */
  static final Artifact REGISTRY =
      new Artifact(
          "io/apicurio/apicurio-registry-app/2.6.13.Final/"
              + "apicurio-registry-app-2.6.13.Final-all.tar.gz",
          "11d36e7340ed8d6218755a66d3ff38fe6e9c9bd9c723eae9da131d0e1811d4d1"
              + "205fd2c3da4ec052f1a1933e07d96a072ad2c620ab0854db75ef3cb5b62ee40f",
          142);

  /** The last part of the path. */
  String fileName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The name without its ending. */
  String baseName() {
    return fileName().replace(".tar.gz", "");
  }

  URI in(URI repository) {
    String root = repository.toString();
    return URI.create(root.endsWith("/") ? root + path : root + "/" + path);
  }

  /** Whether the file holds exactly this artifact. */
  boolean isIn(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-512"))) {
      in.transferTo(OutputStream.nullOutputStream());
      byte[] digest = ((DigestInputStream) in).getMessageDigest().digest();
      return HexFormat.of().formatHex(digest).equals(sha512);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-512", e);
    }
  }
}
