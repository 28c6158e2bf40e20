/**
 * Answers of commands on the terminal: text for people, JSON or CSV for scripts. Characters that
 * control a terminal are escaped.
 */
package io.flexhb.standalone.cli.output;
