package io.flexhb.standalone.cli.dlq;

import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClient;
import io.flexhb.registry.UndecodableRecordException;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.output.RecordTree;
import io.flexhb.topics.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one dead letter. */
@Command(
    name = "show",
    description = {
      "Show one record that the tuner could not use: where it was found, the reason, its headers,"
          + " and its content if that can be decoded."
    },
    footer = {"  flexhb dlq show 3@17", "  flexhb dlq show 3@17 --export value.bin"})
final class DlqShowCommand extends ClientCommand {

  /** Number of bytes shown of a value that cannot be decoded. */
  private static final int BYTES = 256;

  @Parameters(
      paramLabel = "PARTITION@OFFSET",
      description = "Its place on the DLQ, as 'flexhb dlq list' shows it.")
  private String place;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Write the bytes of its value to a file, too.")
  private Path export;

  @Override
  protected int run(StudyClient client) {
    DeadLetter letter =
        DeadLetterReader.at(client.cluster(), List.of(DeadLetter.Place.of(place))).get(0);
    byte[] value = letter.record().value();
    if (export != null && value != null) {
      write(value);
    }
    Optional<Object> content = content(client.cluster(), letter);
    Map<String, Object> tree = letter.tree();
    Map<String, String> headers = new TreeMap<>();
    letter.foundHeaders().forEach(header -> headers.put(header.key(), text(header)));
    tree.put("headers", headers);
    content.ifPresent(found -> tree.put("content", found));
    if (value != null) {
      tree.put("hex", hex(value));
    }
    output()
        .answer(
            tree,
            out -> {
              out.println("found at: " + letter.origin());
              out.println("when:     " + letter.time().map(Instant::toString).orElse("?"));
              out.println("key:      " + letter.keyText());
              out.println("reason:   " + letter.reason());
              headers.forEach((key, text) -> out.println("header:   " + key + "=" + text));
              if (value == null) {
                out.println(letter.isOnlyANote() ? "value:    not kept" : "value:    none");
                return;
              }
              out.println("value:    " + value.length + " bytes");
              content.ifPresent(found -> out.println("content:  " + found));
              if (content.isEmpty()) {
                out.println("bytes:    " + hex(value));
              }
            });
    return ExitCode.OK;
  }

  private void write(byte[] value) {
    try {
      Files.write(export, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The content of the record; empty when it cannot be decoded. */
  private static Optional<Object> content(Cluster cluster, DeadLetter letter) {
    Topics topics = cluster.config().topics();
    Map<String, Class<? extends SpecificRecord>> types =
        Map.of(
            topics.studies(), Study.class,
            topics.metrics(), TrialEvent.class,
            topics.workers(), WorkRequest.class,
            topics.suggestions(), SuggestionResult.class);
    Optional<Class<? extends SpecificRecord>> type = letter.topic().map(types::get);
    if (type.isEmpty() || letter.record().value() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          RecordTree.of(
              cluster.codec().decode(letter.topic().get(), letter.record().value(), type.get())));
    } catch (UndecodableRecordException unreadable) {
      return Optional.empty();
    }
  }

  private static String hex(byte[] value) {
    int shown = Math.min(value.length, BYTES);
    return HexFormat.of().formatHex(value, 0, shown) + (shown < value.length ? "..." : "");
  }

  private static String text(Header header) {
    return header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
  }
}
