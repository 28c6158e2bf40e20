package io.flexhb.standalone.architecture;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** On a fixture: the names of the rules it is made to break. */
@Target(ElementType.TYPE)
public @interface Breaks {
  /** Names as in {@link ArchitectureRules}. */
  String[] value();
}
