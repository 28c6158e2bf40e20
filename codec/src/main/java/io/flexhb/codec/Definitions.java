package io.flexhb.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.Validated;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import io.flexhb.core.spec.StudySpecWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Converts study definitions from JSON text to a spec and back. */
public final class Definitions {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final ObjectReader READER =
      MAPPER.readerFor(new TypeReference<Map<String, Object>>() {});

  private Definitions() {}

  /** The spec, or all problems of the text at once. */
  public static Validated<StudySpec> read(String json) {
    return read(json, StudySpecReader::read);
  }

  /** The spec of a study that this or an earlier build accepted. */
  public static Validated<StudySpec> readStored(String json) {
    return read(json, StudySpecReader::readStored);
  }

  private static Validated<StudySpec> read(
      String json, Function<Map<String, Object>, Validated<StudySpec>> reader) {
    Map<String, Object> tree;
    try {
      tree = READER.readValue(json);
    } catch (JsonProcessingException broken) {
      return new Validated.Invalid<>(
          List.of(
              new Problem("definition", "is not a JSON object: " + broken.getOriginalMessage())));
    }
    if (tree == null) {
      return new Validated.Invalid<>(List.of(new Problem("definition", "is null")));
    }
    return reader.apply(tree);
  }

  /** The text from which {@link #read} makes the same spec, with all defaults written out. */
  public static String write(StudySpec spec) {
    try {
      return MAPPER.writeValueAsString(StudySpecWriter.toTree(spec));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("definition of study " + spec.study(), impossible);
    }
  }
}
