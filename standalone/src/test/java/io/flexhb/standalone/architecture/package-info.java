/**
 * The dependency rules between and within the modules, checked over the classes of all of them.
 * They are here because this module depends on every other one. The classes under {@code broken}
 * break the rules on purpose, to show that the rules detect it.
 */
package io.flexhb.standalone.architecture;
