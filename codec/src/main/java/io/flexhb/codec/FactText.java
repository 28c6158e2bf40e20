package io.flexhb.codec;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The components of records as text: equal values give equal text in every JVM. This journals the
 * content of facts without code for each kind of fact; {@link JournalNames} has the names.
 */
final class FactText {

  /** Whole doubles up to this are exact longs, and are written as such. */
  private static final double EXACT_LONGS = 1L << 53;

  /** Numbers of decimal digits that may identify a double, fewest first; 17 always do. */
  private static final MathContext[] DIGITS = {
    new MathContext(15), new MathContext(16), new MathContext(17)
  };

  private static final ClassValue<Component[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected Component[] computeValue(Class<?> type) {
          List<String> names = JournalNames.of(type).components();
          RecordComponent[] found = type.getRecordComponents();
          Component[] components = new Component[found.length];
          for (int i = 0; i < found.length; i++) {
            components[i] = Component.of(names.get(i), found[i]);
          }
          return components;
        }
      };

  private record Component(String name, MethodHandle accessor) {

    private static final MethodType GENERIC = MethodType.methodType(Object.class, Object.class);

    static Component of(String name, RecordComponent component) {
      try {
        return new Component(
            name, MethodHandles.lookup().unreflect(component.getAccessor()).asType(GENERIC));
      } catch (IllegalAccessException hidden) {
        throw new IllegalStateException(
            component + " of a fact is not public, so it cannot be journaled", hidden);
      }
    }

    Object of(Object record) {
      try {
        return (Object) accessor.invokeExact(record);
      } catch (RuntimeException | Error failure) {
        throw failure;
      } catch (Throwable impossible) {
        throw new IllegalStateException(name + " of " + record.getClass(), impossible);
      }
    }
  }

  private FactText() {}

  /**
   * The components of a record by name, in declared order, without one.
   *
   * @param left the component to omit
   */
  static Map<String, String> fields(Record record, String left) {
    Component[] components = COMPONENTS.get(record.getClass());
    Map<String, String> fields = new LinkedHashMap<>(components.length * 2);
    for (Component component : components) {
      if (!component.name().equals(left) && !component.name().equals(JournalNames.ENTRY)) {
        fields.put(component.name(), text(component.of(record)));
      }
    }
    return fields;
  }

  /** A value as text; empty for an empty optional. */
  static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof Integer || value instanceof Long || value instanceof Boolean) {
      return value.toString();
    }
    StringBuilder text = new StringBuilder();
    append(text, value);
    return text.toString();
  }

  private static void append(StringBuilder text, Object value) {
    if (value instanceof Double number) {
      append(text, number.doubleValue());
    } else if (value instanceof Command command) {
      append(text, command);
    } else if (value instanceof Configuration configuration) {
      text.append(configuration.canonical());
    } else if (value instanceof StudySpec spec) {
      // The full definition is in the journaled input.
      text.append(spec.study());
    } else if (value instanceof SlotId || value instanceof BracketPlan) {
      text.append(value);
    } else if (value instanceof Enum<?> constant) {
      text.append(constant.name());
    } else if (value instanceof Record record) {
      append(text, record);
    } else if (value instanceof Collection<?> values) {
      append(text, values);
    } else if (value instanceof Map<?, ?> map) {
      append(text, map);
    } else if (value instanceof Optional<?> optional) {
      optional.ifPresent(present -> append(text, present));
    } else if (value instanceof OptionalLong optional) {
      optional.ifPresent(text::append);
    } else if (value instanceof OptionalInt optional) {
      optional.ifPresent(text::append);
    } else if (value instanceof OptionalDouble optional) {
      optional.ifPresent(present -> append(text, present));
    } else {
      text.append(value);
    }
  }

  private static void append(StringBuilder text, Record record) {
    text.append('{');
    String separator = "";
    for (Component component : COMPONENTS.get(record.getClass())) {
      text.append(separator).append(component.name()).append('=');
      append(text, component.of(record));
      separator = ", ";
    }
    text.append('}');
  }

  private static void append(StringBuilder text, Collection<?> values) {
    text.append('[');
    String separator = "";
    for (Object value : values) {
      text.append(separator);
      append(text, value);
      separator = ", ";
    }
    text.append(']');
  }

  private static void append(StringBuilder text, Map<?, ?> map) {
    text.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(separator).append(entry.getKey()).append('=');
      append(text, entry.getValue());
      separator = ", ";
    }
    text.append('}');
  }

  /** What identifies a command; the full command is in the entry next to the facts. */
  private static void append(StringBuilder text, Command command) {
    text.append(CommandCodec.kind(command)).append(' ').append(command.id());
    if (command instanceof Command.OfTrial of) {
      text.append(" trial ").append(of.trial()).append('/').append(of.attempt());
    }
    if (command instanceof Command.Grant grant) {
      text.append(" from ").append(grant.fromResource());
      text.append(" until ").append(grant.untilResource());
    }
    command.to().ifPresent(slot -> text.append(" to ").append(slot));
  }

  /**
   * The number with the fewest of 15 to 17 digits that identify it. Double.toString differs between
   * Java releases.
   */
  private static void append(StringBuilder text, double number) {
    if (Math.abs(number) < EXACT_LONGS && number == (long) number) {
      text.append((long) number).append(".0");
      return;
    }
    if (!Double.isFinite(number)) {
      text.append(number);
      return;
    }
    BigDecimal exact = new BigDecimal(number);
    for (MathContext digits : DIGITS) {
      BigDecimal rounded = exact.round(digits);
      if (rounded.doubleValue() == number) {
        text.append(rounded.stripTrailingZeros());
        return;
      }
    }
    throw new IllegalStateException("17 digits do not identify " + number);
  }
}
