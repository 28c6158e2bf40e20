package io.flexhb.simulator;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.SearchSpace;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Records as text, the same in every JVM: doubles in hexadecimal, configurations by their canonical
 * key. What is equal has equal text, what has equal text is the same decision.
 */
final class Rendering {
  private final Set<String> leftOut;

  private Rendering(Set<String> leftOut) {
    this.leftOut = leftOut;
  }

  /** Everything. */
  static String of(Object value) {
    return new Rendering(Set.of()).text(value);
  }

  /** All but the record components of these names. */
  static String without(Set<String> components, Object value) {
    return new Rendering(components).text(value);
  }

  private String text(Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private void append(StringBuilder out, Object value) {
    if (value instanceof Double number) {
      out.append(Double.toHexString(number));
    } else if (value instanceof Configuration configuration) {
      out.append(configuration.canonical());
    } else if (value instanceof SearchSpace space) {
      append(out, space.parameters());
    } else if (value instanceof Optional<?> optional) {
      append(out, optional.stream().toList());
    } else if (value instanceof Map<?, ?> map) {
      append(out, map.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
    } else if (value instanceof Iterable<?> many) {
      out.append('[');
      for (Object one : many) {
        append(out, one);
        out.append(' ');
      }
      out.append(']');
    } else if (value instanceof Record record) {
      appendRecord(out, record);
    } else {
      out.append(value);
    }
  }

  private void appendRecord(StringBuilder out, Record record) {
    out.append(record.getClass().getSimpleName()).append('(');
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      if (!leftOut.contains(component.getName())) {
        out.append(component.getName()).append('=');
        append(out, valueOf(component, record));
        out.append(' ');
      }
    }
    out.append(')');
  }

  private static Object valueOf(RecordComponent component, Record record) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new AssertionError(e);
    }
  }
}
