/**
 * Code shared by all commands: connection and client settings, exit codes, failures, and the
 * verbosity that they inherit from the root. It depends on no command.
 */
package io.flexhb.standalone.cli.base;
