package io.flexhb.service.admin;

/** The role of a client of Kafka. */
public enum Role {
  /** Runs {@code flexhb tuner}. */
  TUNER,
  /** Trains: the SDK, {@code trainer.py}, any client of the protocol. */
  TRAINER,
  /** Reads: {@code study list}, {@code trials}, {@code decisions}, {@code replay}, dashboards. */
  READER,
  /** Starts and ends studies, creates the topics, resends dead letters. */
  OPERATOR
}
