package io.flexhb.standalone.architecture.broken.core;

import io.flexhb.standalone.architecture.Breaks;
import org.apache.kafka.common.TopicPartition;

@Breaks("core knows nothing but Java, Smile, commons-math and vavr")
public final class KnowsKafka {
  TopicPartition where = new TopicPartition("metrics", 0);
}
