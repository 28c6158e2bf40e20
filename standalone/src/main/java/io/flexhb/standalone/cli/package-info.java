/**
 * The {@code flexhb} command line. Commands read and write topics as any other client would; they
 * decide nothing about a study themselves. Answers go to standard output, everything else to
 * standard error; exit codes are in {@link io.flexhb.standalone.cli.base.ExitCode}.
 */
package io.flexhb.standalone.cli;
