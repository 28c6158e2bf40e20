package io.flexhb.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** An image as {@code docker load} takes it. */
final class ImageFile {

  private final Path tar;
  private final JsonNode config;
  private final List<String> layers;

  private ImageFile(Path tar, JsonNode config, List<String> layers) {
    this.tar = tar;
    this.config = config;
    this.layers = layers;
  }

  /** One entry of a layer. */
  interface EntryAction {
    void accept(TarArchiveEntry entry, InputStream content) throws IOException;
  }

  static ImageFile open(Path tar) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    entries(
        Files.newInputStream(tar),
        (entry, content) -> {
          if (entry.getName().endsWith(".json")) {
            documents.put(entry.getName(), json.readTree(content.readAllBytes()));
          }
        });
    JsonNode manifest = documents.get("manifest.json").get(0);
    List<String> layers =
        StreamSupport.stream(manifest.get("Layers").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    return new ImageFile(tar, documents.get(manifest.get("Config").asText()), layers);
  }

  /** The image's configuration. */
  JsonNode config() {
    return config;
  }

  List<String> strings(String key) {
    List<String> values = new ArrayList<>();
    config.get("config").get(key).forEach(value -> values.add(value.asText()));
    return values;
  }

  /** All entries of all layers, the lowest layer first. */
  void entries(EntryAction action) throws IOException {
    for (String layer : layers) {
      entries(
          Files.newInputStream(tar),
          (outer, content) -> {
            if (outer.getName().equals(layer)) {
              // Closing what reads the layer must not close what reads the image.
              byte[] bytes = content.readAllBytes();
              entries(new GzipCompressorInputStream(new ByteArrayInputStream(bytes)), action);
            }
          });
    }
  }

  private static void entries(InputStream in, EntryAction action) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new BufferedInputStream(in))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        action.accept(entry, tar);
      }
    }
  }

  /** Puts all files into a folder, as their layers would lie over each other. */
  void unpack(Path root) throws IOException {
    entries(
        (entry, content) -> {
          Path target = root.resolve(entry.getName()).normalize();
          if (!target.startsWith(root)) {
            throw new IOException("points out of the image: " + entry.getName());
          }
          if (entry.isDirectory()) {
            Files.createDirectories(target);
          } else {
            Files.createDirectories(target.getParent());
            Files.deleteIfExists(target);
            if (entry.isSymbolicLink()) {
              Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            } else if (entry.isLink()) {
              Files.copy(root.resolve(entry.getLinkName()).normalize(), target);
            } else {
              Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
            }
          }
          if (!Files.isSymbolicLink(target)) {
            Files.setPosixFilePermissions(target, permissions(entry.getMode()));
          }
        });
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> set = java.util.EnumSet.noneOf(PosixFilePermission.class);
    PosixFilePermission[] all = PosixFilePermission.values();
    for (int i = 0; i < all.length; i++) {
      if ((mode & (0400 >> i)) != 0) {
        set.add(all[i]);
      }
    }
    return set;
  }
}
