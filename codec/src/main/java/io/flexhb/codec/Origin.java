package io.flexhb.codec;

/** Where an input record lies: unique over the life of a cluster's topics. */
public record Origin(String topic, int partition, long offset) {

  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
