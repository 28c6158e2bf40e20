package io.flexhb.emitter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A hyperparameter's value that travels as JSON text. */
final class JsonValue {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonValue() {}

  /** Null, or a list of Double, Long, String, Boolean, null and lists. */
  static Object parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return value(parser, parser.nextToken());
    } catch (IOException broken) {
      throw new IllegalArgumentException("a hyperparameter is not valid JSON: " + text, broken);
    }
  }

  private static Object value(JsonParser parser, JsonToken token) throws IOException {
    if (token == null) {
      throw new IOException("it is empty");
    }
    return switch (token) {
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_STRING -> parser.getText();
      case START_ARRAY -> list(parser);
      default -> throw new IOException("unexpected token " + token);
    };
  }

  private static List<Object> list(JsonParser parser) throws IOException {
    List<Object> list = new ArrayList<>(); // which may hold null
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      list.add(value(parser, token));
    }
    return Collections.unmodifiableList(list);
  }
}
