package io.flexhb.service.http;

import java.io.IOException;

/** Answers requests for one path. Thread-safe; must not block. */
@FunctionalInterface
public interface Page {

  /**
   * An answer.
   *
   * @param status the HTTP status code
   */
  record Answer(int status, String contentType, byte[] body) {}

  /**
   * Returns the current answer.
   *
   * @param accept content types from the client's Accept header; empty when it has none
   */
  Answer answer(String accept) throws IOException;
}
