package io.flexhb.codec;

/** The coordinates of an input record, unique over the life of a cluster's topics. */
public record Origin(String topic, int partition, long offset) {

  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
