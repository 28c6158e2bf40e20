package io.flexhb.service.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Input topics whose state a test sets; each has its name as its id. */
final class FakeInputTopics implements InputTopics {

  String idSuffix = "";
  String foundIdSuffix = "";
  String takeOver = "";
  OptionalLong committed = OptionalLong.of(0);
  long end = Long.MAX_VALUE;
  final List<String> asked = new ArrayList<>();

  @Override
  public String id(String topic) {
    return topic + idSuffix;
  }

  @Override
  public String takeOver() {
    return takeOver;
  }

  @Override
  public OptionalLong committed(String topic, int partition) {
    return committed;
  }

  @Override
  public long end(String topic, int partition) {
    return end;
  }

  @Override
  public void requireUnchanged(String topic, int partition, long used) {
    asked.add(topic);
    if (!foundIdSuffix.equals(idSuffix)) {
      throw InputTopicChangedException.anotherTopic(topic, id(topic), topic + foundIdSuffix);
    }
    if (end < used) {
      throw InputTopicChangedException.truncated(topic, partition, end, used);
    }
  }
}
