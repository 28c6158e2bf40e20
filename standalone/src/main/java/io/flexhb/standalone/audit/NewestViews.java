package io.flexhb.standalone.audit;

import io.flexhb.avro.TrialView;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** The newest view of each trial in one partition. */
final class NewestViews {

  private final Map<String, CommittedRecord<TrialView>> newest = new HashMap<>();

  NewestViews(AuditedTopics topics, int partition) {
    topics.views(partition, entry -> newest.put(entry.key(), entry));
  }

  /**
   * The views of an incarnation by trial number, with their positions; the caller may change it.
   */
  Map<Integer, CommittedRecord<TrialView>> of(String study, UUID incarnation) {
    Map<Integer, CommittedRecord<TrialView>> found = new HashMap<>();
    newest.forEach(
        (key, entry) ->
            entry
                .value()
                .filter(view -> view.getStudy().equals(study))
                .filter(view -> view.getIncarnation().equals(incarnation))
                .filter(view -> key.equals(study + "/" + view.getTrial()))
                .ifPresent(view -> found.put(view.getTrial(), entry)));
    return found;
  }
}
