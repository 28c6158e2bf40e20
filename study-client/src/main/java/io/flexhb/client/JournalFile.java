package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.registry.RecordModel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;

/** A journal outside Kafka: an Avro data file, which contains its own schema. */
public final class JournalFile {

  private JournalFile() {}

  /**
   * Writes the complete file, or on failure nothing: an existing file of that name stays as it is.
   */
  public static void write(Path path, List<JournalEntry> entries) {
    Path part = path.resolveSibling(path.getFileName() + ".part");
    try {
      try {
        writeTo(part, entries);
        Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write "
              + path
              + " ("
              + e.getMessage()
              + "); make room there, or give another file",
          e);
    }
  }

  private static void writeTo(Path path, List<JournalEntry> entries) throws IOException {
    try (DataFileWriter<JournalEntry> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(JournalEntry.class))) {
      writer.setCodec(CodecFactory.deflateCodec(6));
      writer.create(JournalEntry.getClassSchema(), path.toFile());
      for (JournalEntry entry : entries) {
        writer.append(entry);
      }
    }
  }

  /**
   * The entries of a file, in order.
   *
   * @throws InvalidRequestException when it cannot be read, or is not a journal
   */
  public static List<JournalEntry> read(Path path) {
    List<JournalEntry> entries = new ArrayList<>();
    try (DataFileReader<JournalEntry> reader =
        new DataFileReader<>(
            path.toFile(),
            new SpecificDatumReader<>(
                JournalEntry.getClassSchema(),
                JournalEntry.getClassSchema(),
                RecordModel.of(JournalEntry.class)))) {
      reader.forEach(entries::add);
      return entries;
    } catch (FileNotFoundException e) {
      throw new InvalidRequestException("cannot read " + e.getMessage());
    } catch (IOException | AvroRuntimeException e) {
      throw new InvalidRequestException(
          path
              + " is not a journal ('flexhb decisions STUDY --export FILE' writes one): "
              + e.getMessage());
    }
  }
}
