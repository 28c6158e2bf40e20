package io.flexhb.service.store;

import io.flexhb.avro.Configuration;
import io.flexhb.avro.store.StoredBracket;
import io.flexhb.avro.store.StoredDefinition;
import io.flexhb.avro.store.StoredErasure;
import io.flexhb.avro.store.StoredImport;
import io.flexhb.avro.store.StoredImportedConfiguration;
import io.flexhb.avro.store.StoredInput;
import io.flexhb.avro.store.StoredSlot;
import io.flexhb.avro.store.StoredStudy;
import io.flexhb.avro.store.StoredSuggestion;
import io.flexhb.avro.store.StoredTrial;
import io.flexhb.avro.store.StoredUsedOffset;

/**
 * The forms of all store entries. Thread-safe; all stores share one instance, because Avro parses
 * each schema to make it.
 */
final class StoredForms {

  private static final class Shared {
    private static final StoredForms FORMS = new StoredForms();
  }

  final StoredForm<StoredDefinition> definition = new StoredForm<>(StoredDefinition.class);
  final StoredForm<StoredStudy> study = new StoredForm<>(StoredStudy.class);
  final StoredForm<StoredBracket> bracket = new StoredForm<>(StoredBracket.class);
  final StoredForm<StoredSlot> slot = new StoredForm<>(StoredSlot.class);
  final StoredForm<StoredSuggestion> suggestion = new StoredForm<>(StoredSuggestion.class);
  final StoredForm<Configuration> enqueued = new StoredForm<>(Configuration.class);
  final StoredForm<StoredTrial> trial = new StoredForm<>(StoredTrial.class);
  final StoredForm<StoredImportedConfiguration> imported =
      new StoredForm<>(StoredImportedConfiguration.class);
  final StoredForm<StoredImport> importRows = new StoredForm<>(StoredImport.class);
  final StoredForm<StoredErasure> erasure = new StoredForm<>(StoredErasure.class);
  final StoredForm<StoredInput> held = new StoredForm<>(StoredInput.class);
  final StoredForm<StoredUsedOffset> usedOffset = new StoredForm<>(StoredUsedOffset.class);

  private StoredForms() {}

  /** The instance. */
  static StoredForms shared() {
    return Shared.FORMS;
  }
}
