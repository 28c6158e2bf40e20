/** {@code flexhb trials} and {@code flexhb best}: the trials of a study. */
package io.flexhb.standalone.cli.trial;
