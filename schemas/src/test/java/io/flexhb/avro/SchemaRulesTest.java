package io.flexhb.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** Rules for each schema, so that it is documented and can evolve. */
class SchemaRulesTest {

  @Test
  void shouldDocumentEachTypeAndField() throws IOException {
    List<String> undocumented = new ArrayList<>();
    for (Schema type : namedTypes()) {
      if (isBlank(type.getDoc())) {
        undocumented.add(type.getFullName());
      }
      if (type.getType() == Schema.Type.RECORD) {
        for (Schema.Field field : type.getFields()) {
          if (isBlank(field.doc())) {
            undocumented.add(type.getFullName() + "." + field.name());
          }
        }
      }
    }
    assertThat(undocumented).isEmpty();
  }

  @Test
  void shouldLetOldReadersMeetNewSymbols() throws IOException {
    List<Schema> enums =
        namedTypes().stream().filter(type -> type.getType() == Schema.Type.ENUM).toList();
    assertThat(enums).isNotEmpty();
    for (Schema type : enums) {
      assertThat(type.getEnumSymbols().get(0)).as(type.getFullName()).isEqualTo("UNKNOWN");
      assertThat(type.getEnumDefault()).as(type.getFullName()).isEqualTo("UNKNOWN");
    }
  }

  /** All records and enums, nested ones too. */
  private static Set<Schema> namedTypes() throws IOException {
    Set<Schema> found = new HashSet<>();
    Schemas.today().values().forEach(schema -> collect(schema, found));
    return found;
  }

  private static void collect(Schema schema, Set<Schema> found) {
    switch (schema.getType()) {
      case RECORD -> {
        if (found.add(schema)) {
          schema.getFields().forEach(field -> collect(field.schema(), found));
        }
      }
      case ENUM, FIXED -> found.add(schema);
      case UNION -> schema.getTypes().forEach(type -> collect(type, found));
      case ARRAY -> collect(schema.getElementType(), found);
      case MAP -> collect(schema.getValueType(), found);
      default -> {
        // Primitive: has no name and no documentation of its own.
      }
    }
  }

  private static boolean isBlank(String doc) {
    return doc == null || doc.isBlank();
  }
}
