package io.flexhb.standalone.cli;

import io.flexhb.avro.Study;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.Validated;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import java.util.stream.Collectors;

/** The definition inside a study record. */
final class Definition {

  private Definition() {}

  /**
   * Its spec.
   *
   * @throws CommandFailure when another client put something there that is none
   */
  static StudySpec of(Study study) {
    Validated<StudySpec> spec =
        StudySpecReader.read(
            StudyFile.parse("the definition of study " + study.getStudy(), study.getDefinition()));
    if (!spec.isValid()) {
      throw CommandFailure.no(
          "the definition of study "
              + study.getStudy()
              + " is invalid; apply a valid one: "
              + spec.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")));
    }
    return spec.orElseThrow();
  }
}
