package io.flexhb.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flexhb.avro.Study;
import io.flexhb.codec.Definitions;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.Validated;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A valid definition of a study: the content of a study file.
 *
 * @param spec the parsed definition
 * @param json the given definition as JSON, which is sent
 */
public record StudyDefinition(StudySpec spec, String json) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * The definition in a tree of maps, lists and scalars, with the keys of a study file.
   *
   * @param source where it comes from, for messages: for example a file's name
   * @throws InvalidRequestException with all problems, each with its path
   */
  public static StudyDefinition of(String source, Map<String, Object> tree) {
    Validated<StudySpec> spec = StudySpecReader.read(tree);
    if (!spec.isValid()) {
      throw invalid(source, spec.problems());
    }
    try {
      return new StudyDefinition(spec.orElseThrow(), JSON.writeValueAsString(tree));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The definition in JSON text, with the keys of a study file.
   *
   * @throws InvalidRequestException with all problems, each with its path
   */
  public static StudyDefinition ofJson(String json) {
    Validated<StudySpec> spec = Definitions.read(json);
    if (!spec.isValid()) {
      throw invalid("the definition", spec.problems());
    }
    return new StudyDefinition(spec.orElseThrow(), json);
  }

  /**
   * The definition in a study record.
   *
   * @throws RequestRefusedException when another client wrote an invalid one
   */
  public static StudySpec specOf(Study study) {
    Validated<StudySpec> spec = Definitions.read(study.getDefinition());
    if (!spec.isValid()) {
      throw new RequestRefusedException(
          "the definition of study "
              + study.getStudy()
              + " is invalid; apply a valid one: "
              + spec.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")));
    }
    return spec.orElseThrow();
  }

  private static InvalidRequestException invalid(String source, List<Problem> problems) {
    return new InvalidRequestException(
        source
            + " has "
            + (problems.size() == 1 ? "a problem" : problems.size() + " problems")
            + ", nothing was sent:\n"
            + problems.stream()
                .map(Problem::toString)
                .map(line -> "  " + line)
                .collect(Collectors.joining("\n")));
  }
}
