package io.flexhb.core.study.state;

import java.util.Optional;

/**
 * How far the newest attempt of a trial has advanced, by its reports: recorded at levels, where it
 * costs nothing, and occasionally between them.
 *
 * @param resource the reported resource, or the one from which the attempt began
 * @param time of the report, in tuner time
 * @param rejection why a report of the attempt could not be used, as its worker was told
 */
public record Progress(long resource, long time, Optional<String> rejection) {

  Progress at(long reached, long when) {
    return new Progress(Math.max(resource, reached), when, rejection);
  }

  Progress rejected(String reason) {
    return new Progress(resource, time, Optional.of(reason));
  }
}
