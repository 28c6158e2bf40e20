package io.flexhb.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Old records must stay readable and old readers must stay able to read: today's schemas are
 * compared with those of each released version.
 *
 * <p>An intended change (for example a field with a default) becomes the golden schema of the
 * version that introduces it with {@code ./mvnw -pl schemas test -Dtest=SchemaGoldenTest
 * -Dgolden.write=0.2.0}. A released version is never written again.
 */
class SchemaGoldenTest {

  @BeforeAll
  static void writeGoldenWhenAsked() throws IOException {
    String version = System.getProperty("golden.write", "");
    if (!version.isEmpty()) {
      Schemas.writeGolden(version);
    }
  }

  @Test
  void shouldEqualTheGoldenSchemasOfTheNewestVersion() throws IOException {
    List<String> versions = Schemas.versions();
    String newest = versions.get(versions.size() - 1);
    SortedMap<String, Schema> today = Schemas.today();

    assertThat(today.keySet()).isEqualTo(Schemas.golden(newest).keySet());
    for (Map.Entry<String, Schema> golden : Schemas.golden(newest).entrySet()) {
      Schema schema = today.get(golden.getKey());
      // Equality of schemas covers defaults and logical types, which the canonical form omits.
      assertThat(schema)
          .as("%s differs from version %s; see the class comment", schema.getName(), newest)
          .isEqualTo(golden.getValue());
      assertThat(SchemaNormalization.toParsingForm(schema))
          .isEqualTo(Schemas.goldenCanonical(newest, schema.getName()));
    }
  }

  @Test
  void shouldReadWhatEachVersionWroteAndBeReadByIt() throws IOException {
    SortedMap<String, Schema> today = Schemas.today();
    for (String version : Schemas.versions()) {
      for (Map.Entry<String, Schema> golden : Schemas.golden(version).entrySet()) {
        String name = golden.getKey();
        assertThat(today).as("%s of version %s is gone", name, version).containsKey(name);
        assertCanRead(name + " of today reads " + version, today.get(name), golden.getValue());
        assertCanRead(name + " of " + version + " reads today", golden.getValue(), today.get(name));
      }
    }
  }

  @Test
  void shouldGenerateTheClassesFromTheseSchemas() throws ReflectiveOperationException, IOException {
    for (Schema schema : Schemas.today().values()) {
      SpecificRecord record =
          (SpecificRecord)
              Class.forName(schema.getFullName()).getDeclaredConstructor().newInstance();
      assertThat(SchemaNormalization.toParsingForm(record.getSchema()))
          .isEqualTo(SchemaNormalization.toParsingForm(schema));
    }
  }

  private static void assertCanRead(String what, Schema reader, Schema writer) {
    SchemaCompatibility.SchemaPairCompatibility fit =
        SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    assertThat(fit.getType())
        .as("%s: %s", what, fit.getResult().getIncompatibilities())
        .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
  }
}
