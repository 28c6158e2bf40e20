/**
 * The process that a command runs in: shutdown signals, limits of the operating system and the JVM,
 * and notices about parts that make no progress.
 */
package io.flexhb.standalone.cli.process;
