package io.flexhb.service.admin;

/** What somebody who reaches Kafka is for. */
public enum Role {
  /** Runs {@code flexhb tuner}. */
  TUNER,
  /** Trains: the SDK, {@code trainer.py}, any client of the protocol. */
  TRAINER,
  /** Looks: {@code study list}, {@code trials}, {@code decisions}, {@code replay}, dashboards. */
  READER,
  /** Starts and ends studies, makes the topics, sends dead letters again. */
  OPERATOR
}
