/**
 * Answers of commands on the terminal: as text for people, as JSON or CSV for scripts; what acts on
 * a terminal is escaped.
 */
package io.flexhb.standalone.cli.output;
