package io.flexhb.service.suggest;

import io.flexhb.avro.SuggestionResult;

/** Receives the pool's answers. Called by the pool's threads. */
@FunctionalInterface
public interface SuggestionSink {

  /** Sends the answer; a failure is thrown, or logged when it occurs later. */
  void send(SuggestionResult answer);
}
