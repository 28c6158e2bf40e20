/** {@code flexhb study}: creates, changes and shows studies. */
package io.flexhb.standalone.cli.study;
