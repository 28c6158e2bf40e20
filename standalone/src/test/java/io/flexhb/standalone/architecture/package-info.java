/**
 * The dependency rules between and within the modules, checked over the classes of all of them. It
 * is here because this module sees every other one. What lies under {@code broken} breaks the rules
 * on purpose, so that the rules are seen to bite.
 */
package io.flexhb.standalone.architecture;
