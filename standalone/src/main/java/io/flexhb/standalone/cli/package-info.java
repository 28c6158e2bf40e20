/**
 * The {@code flexhb} command line. Commands read and write topics like any other client; they make
 * no decisions about studies. Answers go to standard output, everything else to standard error;
 * exit codes are in {@link io.flexhb.standalone.cli.base.ExitCode}.
 */
package io.flexhb.standalone.cli;
