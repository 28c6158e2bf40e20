package io.flexhb.core.study.state;

import java.util.Optional;

/**
 * How far the newest attempt of a trial has come, by its reports: kept where it costs nothing, at
 * levels, and now and then between them.
 *
 * @param resource that was reported, or from which the attempt began
 * @param time when, in tuner time
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
