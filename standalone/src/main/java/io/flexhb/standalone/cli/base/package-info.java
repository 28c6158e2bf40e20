/**
 * What all commands share: connection and client settings, exit codes, failures, the verbosity that
 * they inherit from the root. It knows no command.
 */
package io.flexhb.standalone.cli.base;
