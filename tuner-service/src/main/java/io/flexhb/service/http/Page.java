package io.flexhb.service.http;

import java.io.IOException;

/** Answers requests for one path. Thread-safe; must not block. */
@FunctionalInterface
public interface Page {

  /**
   * An answer.
   *
   * @param status of HTTP
   */
  record Answer(int status, String contentType, byte[] body) {}

  /**
   * The answer now.
   *
   * @param accept content types the client wants, as in its header; empty when it does not say
   */
  Answer answer(String accept) throws IOException;
}
