/**
 * The process that a command runs in: shutdown signals, limits of the operating system and the JVM,
 * and notices about parts that do not go on.
 */
package io.flexhb.standalone.cli.process;
