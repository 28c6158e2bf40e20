package io.flexhb.service.suggest;

import io.flexhb.avro.SuggestionResult;

/** Where answers go. Called by the pool's threads. */
@FunctionalInterface
public interface SuggestionSink {

  /** Sends the answer; a failure is thrown, or logged when it shows later. */
  void send(SuggestionResult answer);
}
