package io.flexhb.standalone.cli.base;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an option that is a whole number, 0 or more. */
public final class NonNegativeInt implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String given) {
    try {
      int number = Integer.parseInt(given);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, like a negative number.
    }
    throw new TypeConversionException(
        "must be a whole number from 0 to " + Integer.MAX_VALUE + ", was '" + given + "'");
  }
}
