package io.flexhb.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.store.StoredTrial;
import io.flexhb.avro.store.StoredUsedOffset;
import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.Rung;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.ImportedConfiguration;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.Progress;
import io.flexhb.core.study.state.RecentValues;
import io.flexhb.core.study.state.RowRanges;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.Suggestions;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

/** A store returns what was written to it. */
class StoreRoundTripTest {

  private static final UUID INCARNATION = new UUID(3, 4);
  private static final StoredForms FORMS = StoredForms.shared();

  @Property(tries = 300)
  void shouldKeepTrials(@ForAll("trials") Trial trial) {
    byte[] bytes = FORMS.trial.encode(StoredTrials.toStore(trial));

    assertThat(StoredTrials.fromStore(FORMS.trial.decode(bytes), INCARNATION)).isEqualTo(trial);
  }

  @Property(tries = 100)
  void shouldKeepBrackets(@ForAll("brackets") Bracket bracket) {
    byte[] bytes = FORMS.bracket.encode(StoredParts.toStore(bracket));

    assertThat(StoredParts.fromStore(FORMS.bracket.decode(bytes))).isEqualTo(bracket);
  }

  @Property(tries = 100)
  void shouldKeepSlots(@ForAll("slots") Slot slot) {
    byte[] bytes = FORMS.slot.encode(StoredParts.toStore(slot));

    assertThat(StoredParts.fromStore(FORMS.slot.decode(bytes), INCARNATION)).isEqualTo(slot);
  }

  @Property(tries = 100)
  void shouldKeepSuggestions(@ForAll("configurations") Configuration configuration) {
    Suggestions.Pending pending = new Suggestions.Pending(7, 99, new Suggestions.Data(1, 2, 3));
    Suggestions.Prepared prepared =
        new Suggestions.Prepared(
            8,
            List.of(configuration),
            12,
            new TreeMap<>(Map.of("sampler", "fgf", "why", "")),
            new Suggestions.Data(4, 5, 9));

    assertThat(
            StoredParts.pending(
                FORMS.suggestion.decode(FORMS.suggestion.encode(StoredParts.toStore(pending)))))
        .isEqualTo(pending);
    assertThat(
            StoredParts.prepared(
                FORMS.suggestion.decode(FORMS.suggestion.encode(StoredParts.toStore(prepared)))))
        .isEqualTo(prepared);
  }

  @Property(tries = 100)
  void shouldKeepImports(
      @ForAll("configurations") Configuration configuration, @ForAll Set<@IntRange Integer> rows) {
    ImportedConfiguration known =
        new ImportedConfiguration(
            rows.size(),
            configuration,
            List.of(new LevelValue(1, 2, .5, true), new LevelValue(9, 9, -.25, true)),
            rows.size() % 2 == 0 ? OptionalLong.empty() : OptionalLong.of(9));
    RowRanges taken =
        new RowRanges(
            rows.isEmpty() ? List.of() : List.of(new RowRanges.Range(0, 1 + rows.size())));

    assertThat(
            StoredImports.fromStore(
                FORMS.imported.decode(FORMS.imported.encode(StoredImports.toStore(known)))))
        .isEqualTo(known);
    assertThat(
            StoredImports.fromStore(
                FORMS.importRows.decode(
                    FORMS.importRows.encode(StoredImports.toStore("id", taken)))))
        .isEqualTo(taken);
  }

  /**
   * A schema that changes needs its former self in the decoder, or an upgrade loses all studies.
   */
  @Test
  void shouldKnowTheSchemasOfEachReleasedVersion() throws Exception {
    Map<String, StoredForm<?>> forms = new TreeMap<>();
    for (Field field : StoredForms.class.getDeclaredFields()) {
      StoredForm<?> form = (StoredForm<?>) field.get(FORMS);
      forms.put(form.name(), form);
    }
    Set<String> known = new TreeSet<>();
    try (Stream<Path> files =
        Files.walk(Path.of("../schemas/src/main/resources/io/flexhb/avro/released"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".avsc")).toList()) {
        Schema schema = new Schema.Parser().parse(Files.readString(file));
        StoredForm<?> form = forms.get(schema.getName());
        if (form != null) {
          known.add(schema.getName());
          assertThatThrownBy(() -> form.decode(withoutBody(schema)))
              .as("an entry of %s, of which only the body is missing", file)
              .hasMessageContaining("damaged");
        }
      }
    }
    assertThat(known).isEqualTo(forms.keySet());
  }

  private static byte[] withoutBody(Schema schema) throws NoSuchAlgorithmException {
    byte[] fingerprint = SchemaNormalization.parsingFingerprint("CRC-64-AVRO", schema);
    return ByteBuffer.allocate(2 + fingerprint.length)
        .put((byte) 0xC3)
        .put((byte) 1)
        .put(fingerprint)
        .array();
  }

  @Test
  void shouldReadAnEntryOfAnEarlierSchemaAndWriteItInTodaysForm() throws IOException {
    Schema earlier =
        SchemaBuilder.record("StoredUsedOffset")
            .namespace(StoredUsedOffset.class.getPackageName())
            .fields()
            .requiredString("topicId")
            .requiredLong("offset")
            .endRecord();
    GenericRecord entry = new GenericData.Record(earlier);
    entry.put("topicId", "id");
    entry.put("offset", 7L);
    ByteBuffer bytes =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), earlier).encode(entry);
    byte[] stored = new byte[bytes.remaining()];
    bytes.get(stored);

    StoredUsedOffset read =
        new StoredForm<>(StoredUsedOffset.class, List.of(earlier)).decode(stored);

    assertThat(read).isEqualTo(new StoredUsedOffset("id", 7L, ""));
    assertThat(FORMS.usedOffset.decode(FORMS.usedOffset.encode(read))).isEqualTo(read);
    assertThatThrownBy(() -> FORMS.usedOffset.decode(stored))
        .as("by a version that does not have the schema")
        .isInstanceOf(StoreFormatException.class);
  }

  @Test
  void shouldSayThatANewerVersionWroteIt() {
    byte[] unknown = FORMS.trial.encode(StoredTrials.toStore(trialWith(TrialStatus.PENDING)));
    unknown[4] ^= 1; // Within the schema's fingerprint.

    assertThatThrownBy(() -> FORMS.trial.decode(unknown))
        .isInstanceOf(StoreFormatException.class)
        .hasMessageContaining("StoredTrial")
        .hasMessageContaining("newer version");
  }

  @Test
  void shouldSayThatAnEntryIsDamaged() {
    byte[] whole = FORMS.trial.encode(StoredTrials.toStore(trialWith(TrialStatus.PENDING)));

    assertThatThrownBy(() -> FORMS.trial.decode(java.util.Arrays.copyOf(whole, 15)))
        .isInstanceOf(StoreFormatException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void shouldStoreNoTrialWithoutAStatus() {
    StoredTrial trial = StoredTrials.toStore(trialWith(TrialStatus.PENDING));
    trial.setStatus(io.flexhb.avro.TrialStatus.UNKNOWN);

    assertThatThrownBy(() -> StoredTrials.fromStore(trial, INCARNATION))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldKeepStudiesApartAndEntriesInOrder() {
    StudyKeys keys = new StudyKeys("a");
    StudyKeys longer = new StudyKeys("a.b");
    StudyKeys dashed = new StudyKeys("a-");
    List<org.apache.kafka.common.utils.Bytes> ours =
        List.of(
            keys.definition(),
            keys.header(),
            keys.erasure(),
            keys.bracket(0),
            keys.slot(new SlotId("w", 0)),
            keys.suggestion(0),
            keys.enqueued(0),
            keys.held(0),
            keys.imported(0),
            keys.importRows("a"),
            keys.trial(0),
            keys.trial(Integer.MAX_VALUE));
    assertThat(ours).doesNotHaveDuplicates();
    for (var key : ours) {
      assertThat(key).isBetween(keys.first(), keys.last());
      assertThat(key.compareTo(longer.first()) < 0 || key.compareTo(longer.last()) > 0).isTrue();
      assertThat(key.compareTo(dashed.first()) < 0 || key.compareTo(dashed.last()) > 0).isTrue();
    }
    assertThat(keys.trial(255)).isLessThan(keys.trial(256));
    assertThat(keys.trialNumber(keys.trial(70_000))).isEqualTo(70_000);
    assertThat(keys.slot(new SlotId("w1", 0))).isNotEqualTo(keys.slot(new SlotId("w", 1)));
  }

  private static Trial trialWith(TrialStatus status) {
    return trials(status, Optional.empty(), 0, Configuration.of(Map.of()));
  }

  @Provide
  Arbitrary<Configuration> configurations() {
    Arbitrary<Object> values =
        Arbitraries.oneOf(
            Arbitraries.doubles().map(v -> (Object) v),
            Arbitraries.longs().map(v -> (Object) v),
            Arbitraries.strings().alpha().map(v -> (Object) v),
            Arbitraries.of(true, false).map(v -> (Object) v));
    return Arbitraries.maps(Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(5), values)
        .ofMaxSize(6)
        .map(Configuration::of);
  }

  @Provide
  Arbitrary<Trial> trials() {
    return configurations()
        .flatMap(
            configuration ->
                Combinators.combine(
                        Arbitraries.of(TrialStatus.class),
                        commands(configuration),
                        Arbitraries.integers().between(0, 5))
                    .as((status, command, salt) -> trials(status, command, salt, configuration)));
  }

  private static Trial trials(
      TrialStatus status,
      Optional<Command.OfTrial> inForce,
      int salt,
      Configuration configuration) {
    List<LevelValue> levels = new ArrayList<>();
    for (int i = 0; i < salt; i++) {
      levels.add(new LevelValue(i + 1, i + 2, i / 3.0, i % 2 == 0));
    }
    return new Trial(
        salt,
        configuration,
        "fgf",
        status,
        salt + 1,
        salt + 2,
        salt + 3,
        salt + 4,
        salt + 5,
        salt + 6,
        salt + 7L,
        salt + 8L,
        salt + 9L,
        salt % 2 == 0,
        salt == 0 ? Optional.empty() : Optional.of(new SlotId("w", salt)),
        levels,
        salt == 1 ? OptionalLong.of(9) : OptionalLong.empty(),
        salt == 2 ? Optional.of(new Checkpoint(3, "there")) : Optional.empty(),
        inForce,
        "because",
        salt == 3,
        salt == 4
            ? Optional.empty()
            : Optional.of(new Progress(salt, 5, Optional.of("why").filter(w -> salt > 2))),
        salt == 0 ? RecentValues.NONE : new RecentValues(salt, List.of(0.5, salt / 3.0)));
  }

  private static Arbitrary<Optional<Command.OfTrial>> commands(Configuration configuration) {
    Arbitrary<Command.OfTrial> grants =
        Combinators.combine(
                Arbitraries.of(Command.GrantKind.class),
                Arbitraries.longs().between(-1, 1_000_000),
                checkpoints())
            .as(
                (kind, ask, checkpoint) ->
                    new Command.Grant(
                        "id-" + ask,
                        INCARNATION,
                        kind,
                        new SlotId("w", 2),
                        ask < 0 ? OptionalLong.empty() : OptionalLong.of(ask),
                        3,
                        4,
                        5,
                        6,
                        configuration,
                        checkpoint,
                        8,
                        "why"));
    Arbitrary<Command.OfTrial> endings =
        Combinators.combine(Arbitraries.of(Command.EndingKind.class), addressees())
            .as((kind, to) -> new Command.Ending("id", INCARNATION, kind, to, 3, 4, "why"));
    Arbitrary<Command.OfTrial> discards =
        Combinators.combine(addressees(), checkpoints())
            .as((to, what) -> new Command.Discard("id", INCARNATION, to, 3, 4, what, "why"));
    return Arbitraries.oneOf(grants, endings, discards).optional();
  }

  private static Arbitrary<Optional<SlotId>> addressees() {
    return Arbitraries.of(true, false)
        .map(addressed -> addressed ? Optional.of(new SlotId("w", 2)) : Optional.empty());
  }

  private static Arbitrary<Optional<Checkpoint>> checkpoints() {
    return Arbitraries.of(true, false)
        .map(saved -> saved ? Optional.of(new Checkpoint(1, "x")) : Optional.empty());
  }

  @Provide
  Arbitrary<Bracket> brackets() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().list().ofMaxSize(20),
            Arbitraries.of(true, false))
        .as(
            (number, members, closed) ->
                new Bracket(
                    number,
                    number + 1,
                    number + 2,
                    new BracketPlan(List.of(new Rung(9, 1), new Rung(3, 3))),
                    number % 2,
                    number + 3,
                    Vector.ofAll(members),
                    number + 4,
                    closed));
  }

  @Provide
  Arbitrary<Slot> slots() {
    Arbitrary<Optional<Command.Wait>> waits =
        Arbitraries.longs()
            .between(0, 1_000)
            .map(ask -> new Command.Wait("id", INCARNATION, new SlotId("w", 1), ask, 7, "why"))
            .optional();
    return Combinators.combine(waits, Arbitraries.longs().between(-1, 100))
        .as(
            (waiting, order) ->
                new Slot(
                    new SlotId("w", 1),
                    5,
                    order,
                    List.of(new SuspendedTrial(1, 2)),
                    3,
                    4,
                    waiting));
  }
}
