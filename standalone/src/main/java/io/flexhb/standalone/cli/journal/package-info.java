/** {@code flexhb decisions} and {@code flexhb replay}: the journal of a study. */
package io.flexhb.standalone.cli.journal;
