package io.flexhb.registry;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;

/**
 * Determines the subject under which a schema is registered; configured by the names of Confluent's
 * classes, which need not be on the class path.
 */
enum SubjectNameStrategy {
  TOPIC("TopicNameStrategy") {
    @Override
    String subject(String topic, boolean isKey, Schema schema) {
      return topic + (isKey ? "-key" : "-value");
    }
  },
  RECORD("RecordNameStrategy") {
    @Override
    String subject(String topic, boolean isKey, Schema schema) {
      return schema.getFullName();
    }
  },
  TOPIC_RECORD("TopicRecordNameStrategy") {
    @Override
    String subject(String topic, boolean isKey, Schema schema) {
      return topic + "-" + schema.getFullName();
    }
  };

  private static final String CONFLUENT_PACKAGE = "io.confluent.kafka.serializers.subject.";

  private final String className;

  SubjectNameStrategy(String simpleName) {
    this.className = CONFLUENT_PACKAGE + simpleName;
  }

  abstract String subject(String topic, boolean isKey, Schema schema);

  static SubjectNameStrategy named(String key, String className) {
    return Arrays.stream(values())
        .filter(strategy -> strategy.className.equals(className))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    key,
                    className,
                    "must be one of "
                        + Arrays.stream(values())
                            .map(strategy -> strategy.className)
                            .collect(Collectors.joining(", "))));
  }
}
