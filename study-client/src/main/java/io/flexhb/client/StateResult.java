package io.flexhb.client;

/** What became of a state that was asked for. */
public enum StateResult {
  /** The study is in it now. */
  DONE,

  /** The study was in it before. */
  ALREADY,

  /** It was asked for; the answer was not waited for. */
  SENT
}
