package io.flexhb.codec;

import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import io.flexhb.registry.AvroCodec;
import io.flexhb.registry.UndecodableRecordException;
import io.flexhb.topics.Ids;
import io.flexhb.topics.Topics;
import org.apache.avro.specific.SpecificRecord;

/** Decodes the records of the input topics. Thread-safe. */
public final class InputCodec {

  private final AvroCodec codec;
  private final Topics topics;

  /**
   * @param codec not owned
   */
  public InputCodec(AvroCodec codec, Topics topics) {
    this.codec = codec;
    this.topics = topics;
  }

  /**
   * The record in these bytes.
   *
   * @param study key of the record
   * @throws PoisonRecord when it does not belong on the topic, or is about another study
   * @throws io.flexhb.registry.RegistryUnavailableException when its schema cannot be fetched
   */
  public SpecificRecord decode(String topic, String study, byte[] value) {
    SpecificRecord record;
    try {
      record = codec.decode(topic, value, type(topic));
    } catch (UndecodableRecordException broken) {
      throw new PoisonRecord(broken.getMessage(), broken);
    }
    String named = studyOf(record);
    if (!named.equals(study)) {
      throw new PoisonRecord(
          "the key names study '" + study + "', the value '" + named + "'; both must be the same");
    }
    return record;
  }

  /**
   * The study in a record key.
   *
   * @throws PoisonRecord when it is not a study id
   */
  public static String study(byte[] key) {
    if (key == null) {
      throw new PoisonRecord("the record has no key; the key must be the study id as UTF-8 text");
    }
    char[] text = new char[Math.min(key.length, Ids.MAX_LENGTH + 1)];
    for (int i = 0; i < text.length; i++) {
      // Ids are ASCII; any other text fails the check below.
      text[i] = (char) (key[i] & 0xFF);
    }
    String study = new String(text);
    if (!Ids.isValid(study)) {
      throw new PoisonRecord(
          "the key '"
              + study
              + "' is not a study id: use 1 to 100 of A-Z a-z 0-9 . _ - as plain text");
    }
    return study;
  }

  private Class<? extends SpecificRecord> type(String topic) {
    if (topic.equals(topics.metrics())) {
      return TrialEvent.class;
    }
    if (topic.equals(topics.workers())) {
      return WorkRequest.class;
    }
    if (topic.equals(topics.suggestions())) {
      return SuggestionResult.class;
    }
    if (topic.equals(topics.studies())) {
      return Study.class;
    }
    throw new IllegalArgumentException("topic " + topic + " is not an input of the tuner");
  }

  private static String studyOf(SpecificRecord record) {
    if (record instanceof TrialEvent event) {
      return event.getStudy();
    }
    if (record instanceof WorkRequest request) {
      return request.getStudy();
    }
    if (record instanceof SuggestionResult result) {
      return result.getStudy();
    }
    return ((Study) record).getStudy();
  }
}
