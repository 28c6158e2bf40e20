package io.flexhb.client;

/** The result of requesting a state. */
public enum StateResult {
  /** The study is now in the state. */
  DONE,

  /** The study was already in the state. */
  ALREADY,

  /** The state was requested; the answer was not awaited. */
  SENT
}
